import { expect, test } from 'vitest'
import { foldIdentity, hashIdentity } from './identity.server'
import { createHmac } from 'node:crypto'
import { createSealer } from './seal.server'

test.each([
  ['Anna', ' anna '],
  ['Anna@Mail.example', 'anna@mail.EXAMPLE'],
  ['+370 612 34567', '37061234567'],
  ['0037061234567', '+370 (612) 34-567'],
])('%j and %j are one name', (one, other) => expect(foldIdentity(one)).toBe(foldIdentity(other)))

test('other names stay different', () => {
  expect(foldIdentity('anna')).not.toBe(foldIdentity('boris'))
  expect(foldIdentity('+37061234567')).not.toBe(foldIdentity('+37061234568'))
})

const secret = '4f1c9a6de2b87035c4d1ee907a52b6380b7f35d9e16a28c4'
const older = '93d05ae7c81b4f620b7f35d9e16a28c4c4d1ee907a52b638'
const sealer = createSealer([secret, older])

test('a hash is the same for all spellings of a name, and differs under another secret', () => {
  const word = hashIdentity('Anna@Mail.example', sealer)
  expect(word).toMatch(/^[0-9a-f]{16}$/)
  expect(hashIdentity(' anna@mail.EXAMPLE ', sealer)).toBe(word)
  expect(hashIdentity('370 612 34567', sealer)).toBe(hashIdentity('+37061234567', sealer))
  expect(hashIdentity('boris@mail.example', sealer)).not.toBe(word)
  expect(hashIdentity('anna@mail.example', createSealer([older]))).not.toBe(word)
})

test('a hash can be computed by anyone with the newest secret', () => {
  const whole = createHmac('sha256', secret).update('sign-in:anna').digest('hex')
  expect(whole.startsWith(hashIdentity('Anna', sealer))).toBe(true)
})
