import { describe, expect, it } from 'vitest'
import { type CookieJar, withoutCookies } from './cookies.server'
import { openDevice } from './device.server'
import { createSealer } from './seal.server'

const sealer = createSealer(['4f1c9a6de2b87035c4d1ee907a52b6380b7f35d9e16a28c4'])
const noon = Date.UTC(2026, 0, 5, 12)

/** A browser's cookies: stored by name, until they expire. */
function openBrowser() {
  const kept = new Map<string, { value: string; maxAgeS?: number }>()
  const jar: CookieJar = {
    ...withoutCookies,
    get: (name) => kept.get(name)?.value,
    set: (name, value, maxAgeS) => void kept.set(name, { value: value as string, maxAgeS }),
    clear: (name) => void kept.delete(name),
  }
  return { kept, jar, device: (now = noon) => openDevice(jar, sealer, 'device', () => now) }
}

describe('openDevice', () => {
  it('stores the language in plain text for a year', () => {
    const { kept, device } = openBrowser()
    device().keepLanguage('en')
    expect(kept.get('lng')).toEqual({ value: 'en', maxAgeS: 31_536_000 })
  })

  it('stores for a year that amounts are hidden, and deletes that when they are shown', () => {
    const { kept, device } = openBrowser()
    expect(device().hidesAmounts).toBe(false)
    device().keepAmounts('hidden')
    expect(device().hidesAmounts).toBe(true)
    expect(kept.get('device-amounts')?.maxAgeS).toBe(31_536_000)
    device().keepAmounts('shown')
    expect(device().hidesAmounts).toBe(false)
  })

  it('recognises the login that signed in with this browser, and trusts no other cookie value', async () => {
    const { kept, jar, device } = openBrowser()
    expect(await device().lastLogin()).toBeNull()
    await device().keepLogin({ login: 'anna' }, 'anna')
    expect(kept.get('device')?.value).not.toContain('anna')
    expect(await device().lastLogin()).toBe('anna')
    jar.set('device', 'boris')
    expect(await device().lastLogin()).toBeNull()
    jar.set('device', await sealer.seal('sid', { login: 'boris' }))
    expect(await device().lastLogin()).toBeNull()
  })

  it('knows whether an operator signed in with this browser last', async () => {
    const { device } = openBrowser()
    expect(await device().isOperators()).toBe(false)
    await device().keepLogin({ login: 'olga', role: 'operator' }, 'olga')
    expect(await device().isOperators()).toBe(true)
    await device().keepLogin({ login: 'anna', role: 'investor' }, 'anna')
    expect(await device().isOperators()).toBe(false)
  })

  it('recognises each name that this login signed in by, in any spelling, and none of another login', async () => {
    const { kept, device } = openBrowser()
    expect(await device().isKnown('anna')).toBe(false)
    await device().keepLogin({ login: 'anna' }, '+37061234567')
    await device().keepLogin({ login: 'anna' }, 'Anna@mail.example')
    for (const name of ['ANNA', '370 612 34567', 'anna@MAIL.example'])
      expect(await device().isKnown(name), name).toBe(true)
    expect(kept.get('device')?.value).not.toContain('mail.example')
    expect(await device().isKnown('boris')).toBe(false)
    await device().keepLogin({ login: 'boris' }, 'boris')
    expect(await device().isKnown('anna@mail.example')).toBe(false)
  })

  it('gives the wait for a new code, in seconds and as a time, from the same answer on', () => {
    const { device } = openBrowser()
    const until = '2026-01-05T12:02:00.000Z'
    const first = device()
    expect(first.codeWait()).toBeNull()
    first.keepCodeWait(61)
    expect(first.codeWait()).toEqual({ seconds: 61, until })
    expect(device(noon + 59_500).codeWait()).toEqual({ seconds: 2, until })
    expect(device(noon + 61_000).codeWait()).toBeNull()
  })

  it.each(['soon', '-1', '99999999999999', ''])('ignores a wait like %j', (value) => {
    const { jar, device } = openBrowser()
    jar.set('device-wait', value)
    expect(device().codeWait()).toBeNull()
  })
})
