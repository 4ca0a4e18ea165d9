import { expect, test } from 'vitest'
import { foldIdentity } from './identity.server'

test.each([
  ['Anna', ' anna '],
  ['Anna@Mail.example', 'anna@mail.EXAMPLE'],
  ['+370 612 34567', '37061234567'],
  ['0037061234567', '+370 (612) 34-567'],
])('%j and %j are one name', (one, other) => expect(foldIdentity(one)).toBe(foldIdentity(other)))

test('other names stay other names', () => {
  expect(foldIdentity('anna')).not.toBe(foldIdentity('boris'))
  expect(foldIdentity('+37061234567')).not.toBe(foldIdentity('+37061234568'))
})
