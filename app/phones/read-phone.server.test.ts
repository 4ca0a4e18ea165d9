import { expect, test } from 'vitest'
import { readPhone } from './read-phone.server'

test.each(['+370 612 34567', '+370 (612) 34-567', '0037061234567', '370 612 34567', '370.612.34567'])(
  'reads %s as one number',
  (typed) => expect(readPhone(typed)).toBe('+37061234567'),
)

test.each(['', '+', '12345', '+370 612', '89161234567', 'marta@example.com', 'kai-37061234567'])(
  'reads no number in %j',
  (typed) => expect(readPhone(typed)).toBeNull(),
)
