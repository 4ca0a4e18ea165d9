import { expect, it } from 'vitest'
import { leakedPasswords } from './leaked-passwords'

it('knows more than a hundred thousand leaked passwords, whatever their order in the list', async () => {
  const leaked = await leakedPasswords()
  expect(leaked.size).toBeGreaterThan(400_000)
  for (const known of ['123456', 'password', 'sunshine', 'michelle1', 'trustno1', 'йцукенгш', 'bitcoin2024'])
    expect([known, leaked.has(known)]).toEqual([known, true])
  for (const unknown of ['', 'demo-investor-1', 'correct horse battery', 'nv7#tr0w'])
    expect([unknown, leaked.has(unknown)]).toEqual([unknown, false])
})

it('is read once', () => {
  expect(leakedPasswords()).toBe(leakedPasswords())
})
