import { randomBytes } from 'node:crypto'
import { readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../tests/support/postgres'
import { createSeal } from './seal'
import { storageSecretOf } from './secret'

it('creates one secret at the first start, readable by its owner only, and keeps it', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const starts = await Promise.all([1, 2, 3].map(() => storageSecretOf({ storageSecret: null, dataDir })))
  expect(starts[0]).toHaveLength(32)
  expect(new Set(starts.map((secret) => secret.toString('hex'))).size).toBe(1)
  expect(await readdir(dataDir)).toEqual(['storage-secret'])
  expect((await stat(join(dataDir, 'storage-secret'))).mode & 0o777).toBe(0o600)
  expect(await storageSecretOf({ storageSecret: null, dataDir })).toEqual(starts[0])
})

it('uses a configured secret and then creates none', async () => {
  const dataDir = temporaryFolder()
  const given = randomBytes(32)
  expect(await storageSecretOf({ storageSecret: given, dataDir })).toBe(given)
  expect(await readdir(dataDir)).toEqual([])
})

it('does not replace a damaged one', async () => {
  const dataDir = temporaryFolder()
  const file = join(dataDir, 'storage-secret')
  await writeFile(file, 'half of i')
  await expect(storageSecretOf({ storageSecret: null, dataDir })).rejects.toThrow('holds no whole secret')
  expect(await readFile(file, 'utf8')).toBe('half of i')
})

it('seals texts for one place', () => {
  const seal = createSeal(randomBytes(32))
  const sealed = seal.seal('LT 4509 №7', 'verification-1')
  expect(seal.open(sealed, 'verification-1')).toBe('LT 4509 №7')
  expect(sealed).not.toContain('4509')
  expect(seal.seal('LT 4509 №7', 'verification-1')).not.toBe(sealed)
  expect(() => seal.open(sealed, 'verification-2')).toThrow()
  expect(() => createSeal(randomBytes(32)).open(sealed, 'verification-1')).toThrow()
  expect(() => seal.open(sealed.slice(0, 12), 'verification-1')).toThrow('no sealed text')
})
