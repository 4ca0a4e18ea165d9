import { describe, expect, it } from 'vitest'
import { type CookieJar, withoutCookies } from './cookies.server'
import { openKeptForm } from './kept-form.server'
import { createSealer } from './seal.server'

const sealer = createSealer(['4f1c9a6de2b87035c4d1ee907a52b6380b7f35d9e16a28c4'])
const noon = Date.UTC(2026, 0, 5, 12)
const page = '/cabinet/top-up'

function open() {
  const kept = new Map<string, string>()
  const jar: CookieJar = {
    ...withoutCookies,
    get: (name) => kept.get(name),
    set: (name, value) => void kept.set(name, value as string),
    clear: (name) => void kept.delete(name),
  }
  return { kept, at: (now = noon) => openKeptForm(jar, sealer, 'kept', () => now) }
}

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

describe('openKeptForm', () => {
  it('returns the input to the same login at the same page, once', async () => {
    const { at } = open()
    await at().keep('anna', page, formOf({ system: 'btc', amount: '0,015' }))
    expect(await at().take('anna', page)).toEqual({ system: 'btc', amount: '0,015' })
    expect(await at().take('anna', page)).toBeNull()
  })

  it('keeps it from other logins and other pages', async () => {
    const { at, kept } = open()
    await at().keep('anna', page, formOf({ wallet: 'canary' }))
    expect(kept.get('kept')).not.toContain('canary')
    expect(await at().take('boris', page)).toBeNull()
    expect(await at().take('anna', '/cabinet/deposits/new')).toBeNull()
    expect(await at().take('anna', page)).toEqual({ wallet: 'canary' })
  })

  it('stores no secrets and no internal fields', async () => {
    const { at } = open()
    const secrets = { password: 'p', passwordRepeat: 'p', currentPassword: 'p', code: '1', formToken: 't' }
    await at().keep('anna', page, formOf({ ...secrets, submission: 's', email: 'anna@mail.example' }))
    expect(await at().take('anna', page)).toEqual({ email: 'anna@mail.example' })
  })

  it('expires after a quarter of an hour', async () => {
    const { at } = open()
    await at().keep('anna', page, formOf({ amount: '1' }))
    expect(await at(noon + 15 * 60_000 + 1).take('anna', page)).toBeNull()
  })

  it('says what is too large for a cookie, and gives back no earlier form instead of it', async () => {
    const { at, kept } = open()
    expect(await at().keep('anna', page, formOf({ message: 'short' }))).toBe(true)
    expect(await at().keep('anna', page, formOf({ message: 'x'.repeat(4_000) }))).toBe(false)
    expect(kept.size).toBe(0)
    expect(await at().take('anna', page)).toBeNull()
  })

  it('ignores a foreign cookie', async () => {
    const { at, kept } = open()
    kept.set('kept', 'garbage')
    expect(await at().take('anna', page)).toBeNull()
  })
})
