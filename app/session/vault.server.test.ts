import { describe, expect, it } from 'vitest'
import { createSealer } from './seal.server'
import { SessionTooLarge, createVault, formTokenOf, newContents } from './vault.server'

const newer = '4f1c9a6de2b87035c4d1ee907a52b6380b7f35d9e16a28c4'
const older = '93d05ae7c81b4f620b7f35d9e16a28c4c4d1ee907a52b638'
const minute = 60_000
const start = Date.UTC(2026, 0, 5, 12)

const user = { id: 'u1', login: 'anna', role: 'investor', language: 'ru', phoneConfirmed: true } as const
const signedIn = { user, token: 'canary-7c1f' }

const vaultAt = (now: number, secrets = [newer], name = 'sid') =>
  createVault(createSealer(secrets), name, () => now)
const sealedAt = (sealed: number, secrets = [newer]) =>
  vaultAt(start, secrets).seal({ ...newContents(start, signedIn), sealedAt: sealed })

describe('createVault', () => {
  it('opens what it sealed', async () => {
    const contents = newContents(start, signedIn)
    const value = await vaultAt(start).seal(contents)
    expect(await vaultAt(start + minute).open(value)).toEqual({ state: 'live', contents, isNewestKey: true })
  })

  it('deciphers a cookie once for the requests of ten seconds, and judges its age at each', async () => {
    const opened: string[] = []
    const sealer = createSealer([newer])
    let now = start
    const counting = {
      ...sealer,
      open: (purpose: string, sealed: string) => (opened.push(sealed), sealer.open(purpose, sealed)),
    }
    const vault = createVault(counting, 'sid', () => now)
    const nearlyIdle = { ...newContents(start, signedIn), sealedAt: start - 30 * minute }
    const [value, other] = [await vault.seal(nearlyIdle), await vault.seal(newContents(start, signedIn))]
    expect(await vault.open(value)).toEqual({ state: 'live', contents: nearlyIdle, isNewestKey: true })
    now += 5_000
    expect(await vault.open(value)).toEqual({ state: 'ended', contents: nearlyIdle })
    expect(opened).toEqual([value])
    now += 5_001
    await vault.open(value)
    await vault.open(other)
    expect(opened).toEqual([value, value, other])
  })

  it('does not take a changed cookie for one that it has just opened', async () => {
    const vault = vaultAt(start)
    const value = await vault.seal(newContents(start, signedIn))
    expect(await vault.open(value)).toMatchObject({ state: 'live' })
    for (const changed of [`${value}A`, value.slice(0, -1), value.replace(/.{4}$/, 'AAAA')])
      expect(await vault.open(changed)).toEqual({ state: 'none' })
  })

  it('ends a session that was idle for more than 30 minutes, and still identifies its user', async () => {
    const value = await sealedAt(start)
    expect((await vaultAt(start + 30 * minute).open(value)).state).toBe('live')
    expect(await vaultAt(start + 30 * minute + 1).open(value)).toMatchObject({
      state: 'ended',
      contents: { signedIn: { user } },
    })
  })

  it('ends a session 12 hours after its start, however busy it was', async () => {
    const hours = 60 * minute
    const value = await sealedAt(start + 12 * hours - minute)
    expect((await vaultAt(start + 12 * hours).open(value)).state).toBe('live')
    expect((await vaultAt(start + 12 * hours + 1).open(value)).state).toBe('ended')
  })

  it("keeps a visitor's form valid for those 12 hours", async () => {
    const value = await vaultAt(start).seal(newContents(start))
    expect((await vaultAt(start + 11 * 60 * minute).open(value)).state).toBe('live')
    expect((await vaultAt(start + 12 * 60 * minute + 1).open(value)).state).toBe('ended')
  })

  it('switches to a new key, and refuses a removed key', async () => {
    const value = await sealedAt(start, [older])
    expect(await vaultAt(start, [newer, older]).open(value)).toMatchObject({
      state: 'live',
      isNewestKey: false,
    })
    expect(await vaultAt(start, [newer]).open(value)).toEqual({ state: 'none' })
  })

  it('refuses a cookie under another name', async () => {
    const value = await sealedAt(start)
    expect(await vaultAt(start, [newer], '__Host-sid').open(value)).toEqual({ state: 'none' })
  })

  it.each([
    ['no cookie', undefined],
    ['an empty one', ''],
    ['noise', 'garbage'],
    ['bytes that are not UTF-8', '\u00ff\u00fe\u0000'],
    ['one longer than any cookie of ours', 'x'.repeat(5_000)],
  ])('treats %s as signed out', async (_what, value) => {
    expect(await vaultAt(start).open(value)).toEqual({ state: 'none' })
  })

  it('treats a truncated one as signed out', async () => {
    const value = await sealedAt(start)
    expect(await vaultAt(start).open(value.slice(0, -1))).toEqual({ state: 'none' })
  })

  it('treats sealed contents of another shape as signed out', async () => {
    const value = await createSealer([newer]).seal('sid', { id: 'x', role: 'operator' })
    expect(await vaultAt(start).open(value)).toEqual({ state: 'none' })
  })

  it('never makes a cookie that a browser would drop', async () => {
    const sealOf = (length: number) =>
      vaultAt(start).seal(newContents(start, { user, token: 'x'.repeat(length) }))
    const value = await sealOf(2_048) // the longest bearer of the contract
    expect('sid='.length + value.length).toBeLessThanOrEqual(4_096)
    await expect(sealOf(3_000)).rejects.toThrow(SessionTooLarge)
  })
})

describe('newContents and formTokenOf', () => {
  it('makes an id of 128 random bits, new each time', () => {
    const [one, two] = [newContents(start), newContents(start)]
    expect(Buffer.from(one.id, 'base64url')).toHaveLength(16)
    expect(one.id).not.toBe(two.id)
  })

  it('derives from the id a token that is always the same and does not reveal it', () => {
    const contents = newContents(start)
    expect(formTokenOf(contents)).toBe(formTokenOf({ id: contents.id }))
    expect(formTokenOf(contents)).toMatch(/^[\w-]{22}$/)
    expect(formTokenOf(contents)).not.toContain(contents.id.slice(0, 8))
  })
})
