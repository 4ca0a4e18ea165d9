import { expect, it } from 'vitest'
import { createPasswordHasher } from './passwords'

it('hashes with argon2id at the cost that OWASP recommends', async () => {
  const { hash, verify } = createPasswordHasher()
  const stored = await hash('Six quiet harbours')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verify(stored, 'Six quiet harbours')).toBe(true)
  expect(await verify(stored, 'six quiet harbours')).toBe(false)
})

it.each([
  [' Six quiet harbours ', 'Six quiet harbours'],
  ['Été à la mer', 'Été à la mer'.normalize('NFD')],
  ['x'.repeat(1024), 'x'.repeat(1023)],
])('compares every character as it was typed: %j', async (password, other) => {
  const { hash, verify } = createPasswordHasher({ memoryKiB: 64, passes: 1 })
  const stored = await hash(password)
  expect([await verify(stored, password), await verify(stored, other)]).toEqual([true, false])
})

it('salts: one password, two hashes', async () => {
  const { hash } = createPasswordHasher({ memoryKiB: 64, passes: 1 })
  expect(await hash('Six quiet harbours')).not.toBe(await hash('Six quiet harbours'))
})

it('matches no password without a user', async () => {
  const { verifyDummy } = createPasswordHasher({ memoryKiB: 64, passes: 1 })
  expect(await verifyDummy('the password of nobody')).toBe(false)
})
