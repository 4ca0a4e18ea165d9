import { expect, test } from 'vitest'
import { readNewPhone, readPhone } from './read-phone.server'

test.each(['+370 612 34567', '+370 (612) 34-567', '0037061234567', '370 612 34567', '370.612.34567'])(
  'reads %s as one number',
  (typed) => expect(readPhone(typed)).toBe('+37061234567'),
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
