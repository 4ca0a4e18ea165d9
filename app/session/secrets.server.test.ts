import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sessionSecrets } from './secrets.server'

async function folder() {
  const dataDir = await mkdtemp(join(tmpdir(), 'tideline-secrets-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  return dataDir
}

describe('sessionSecrets', () => {
  it('are the configured ones, and no file is created', async () => {
    const dataDir = await folder()
    expect(await sessionSecrets({ sessionSecrets: ['a', 'b'], dataDir })).toEqual(['a', 'b'])
    await expect(stat(join(dataDir, 'session-secret'))).rejects.toThrow('ENOENT')
  })

  it('are created at the first start, 256 bits readable by this user only, and the same after a restart', async () => {
    const dataDir = join(await folder(), 'not', 'there', 'yet')
    const starts = await Promise.all([1, 2, 3].map(() => sessionSecrets({ sessionSecrets: null, dataDir })))
    expect(starts[0]?.[0]).toMatch(/^[0-9a-f]{64}$/)
    expect(starts).toEqual([starts[0], starts[0], starts[0]])
    expect(await sessionSecrets({ sessionSecrets: null, dataDir })).toEqual(starts[0])
    expect((await stat(join(dataDir, 'session-secret'))).mode & 0o777).toBe(0o600)
  })

  it('are not read from a truncated file', async () => {
    const dataDir = await folder()
    await writeFile(join(dataDir, 'session-secret'), 'abc')
    await expect(sessionSecrets({ sessionSecrets: null, dataDir })).rejects.toThrow(/^DATA_DIR/)
    expect(await readFile(join(dataDir, 'session-secret'), 'utf8')).toBe('abc')
  })
})
