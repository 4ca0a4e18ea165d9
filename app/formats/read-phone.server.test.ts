import { expect, test } from 'vitest'
import { readNewPhone, readPhone } from './read-phone.server'

test.each(['+370 612 34567', '+370 (612) 34-567', '0037061234567', '370 612 34567', '370.612.34567'])(
  'reads %s as one number',
  (typed) => expect(readPhone(typed)).toBe('+37061234567'),
)

test.each([
  '\u202d+370 612 34567\u202c',
  '\u200e+370\u00a0612\u00a034567',
  '+370\u2011612\u201134567',
  '+370\u2010612\u221234567',
])('reads %j, as address books and pages have it, as one number', (typed) =>
  expect([readPhone(typed), readNewPhone(typed)]).toEqual(['+37061234567', '+37061234567']),
)

test.each(['', '+', '12345', '+370 612', '89161234567', 'marta@example.com', 'kai-37061234567'])(
  'reads no number in %j',
  (typed) => expect(readPhone(typed)).toBeNull(),
)

test.each(['+370 612 34567', ' (+370) 612 34567', '00 370 612 34567'])(
  'keeps %s, which has a country code',
  (typed) => expect(readNewPhone(typed)).toBe('+37061234567'),
)

test.each(['861290552', '370 612 34567', '0037', '+370'])('does not guess the country of %s', (typed) =>
  expect(readNewPhone(typed)).toBeNull(),
)
