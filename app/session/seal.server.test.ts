import { hkdfSync } from 'node:crypto'
import fc from 'fast-check'
import { CompactEncrypt, decodeProtectedHeader } from 'jose'
import { describe, expect, it } from 'vitest'
import { createSealer } from './seal.server'

const newer = '4f1c9a6de2b87035c4d1ee907a52b6380b7f35d9e16a28c4'
const older = '93d05ae7c81b4f620b7f35d9e16a28c4c4d1ee907a52b638'
const content = { token: 'canary-7c1f', n: 1 }

describe('createSealer', () => {
  it('opens what it sealed, for the same purpose only', async () => {
    const sealer = createSealer([newer])
    const sealed = await sealer.seal('sid', content)
    expect(await sealer.open('sid', sealed)).toEqual({ content, isNewest: true })
    expect(await sealer.open('device', sealed)).toBeNull()
  })

  it('hides the content: AES-256-GCM, a new IV of 96 bits each time, key and purpose in the header', async () => {
    const sealer = createSealer([newer])
    const [one, two] = [await sealer.seal('sid', content), await sealer.seal('sid', content)]
    expect(Buffer.from(one, 'base64url').toString('latin1')).not.toContain('canary')
    const [header, key, iv] = one.split('.') as [string, string, string]
    expect(decodeProtectedHeader(one)).toEqual({
      alg: 'dir',
      enc: 'A256GCM',
      kid: expect.stringMatching(/^[\w-]{11}$/) as string,
      purpose: 'sid',
    })
    expect(key).toBe('')
    expect(Buffer.from(iv, 'base64url')).toHaveLength(12)
    expect(header).toBe(two.split('.')[0])
    expect(iv).not.toBe(two.split('.')[2])
  })

  it('opens a seal of an older key, and says that it has to be renewed', async () => {
    const sealed = await createSealer([older]).seal('sid', content)
    expect(await createSealer([newer, older]).open('sid', sealed)).toEqual({ content, isNewest: false })
  })

  it('refuses a seal of a removed key', async () => {
    const sealed = await createSealer([older]).seal('sid', content)
    expect(await createSealer([newer]).open('sid', sealed)).toBeNull()
  })

  it('refuses a seal that was changed anywhere', async () => {
    const sealer = createSealer([newer])
    const sealed = await sealer.seal('sid', content)
    const bytesOf = (text: string) =>
      text.split('.').map((part) => Buffer.from(part, 'base64url').toString('hex'))
    // The last character of a part has unused bits; a change of those alone is no change.
    const changed = fc
      .tuple(fc.nat(sealed.length - 1), fc.constantFrom(...'ABab01-_.'))
      .map(([at, sign]) => `${sealed.slice(0, at)}${sign}${sealed.slice(at + 1)}`)
      .filter((text) => bytesOf(text).join('.') !== bytesOf(sealed).join('.'))
    await fc.assert(
      fc.asyncProperty(changed, async (text) => {
        expect(await sealer.open('sid', text)).toBeNull()
      }),
      { numRuns: 500 },
    )
  })

  it('refuses truncated and recombined seals, and any other input', async () => {
    const sealer = createSealer([newer])
    const [one, two] = [await sealer.seal('sid', content), await sealer.seal('sid', { token: 'other' })]
    const parts = (sealed: string) => sealed.split('.')
    const spliced = fc
      .array(fc.boolean(), { minLength: 5, maxLength: 5 })
      .filter((choice) => choice[2] !== choice[3] || choice[3] !== choice[4])
      .map((choice) => choice.map((first, at) => parts(first ? one : two)[at]).join('.'))
    const cut = fc.nat(one.length - 1).map((length) => one.slice(0, length))
    const anything = fc.oneof(fc.string({ unit: 'binary' }), fc.base64String(), spliced, cut)
    await fc.assert(
      fc.asyncProperty(anything, async (sealed) => {
        expect(await sealer.open('sid', sealed)).toBeNull()
      }),
      { numRuns: 1_000 },
    )
  })

  it('refuses a seal by another algorithm, even of its own key', async () => {
    const sealer = createSealer([newer])
    const { kid } = decodeProtectedHeader(await sealer.seal('sid', content))
    const own = new Uint8Array(hkdfSync('sha256', newer, '', 'tideline seal', 32))
    const sealedBy = (enc: string) =>
      new CompactEncrypt(new TextEncoder().encode(JSON.stringify(content)))
        .setProtectedHeader({ alg: 'dir', enc, kid: String(kid), purpose: 'sid' })
        .encrypt(own)
    expect(await sealer.open('sid', await sealedBy('A256GCM'))).toMatchObject({ content })
    expect(await sealer.open('sid', await sealedBy('A128CBC-HS256'))).toBeNull()
  })

  it('refuses a seal without one, and one of any length', async () => {
    const sealer = createSealer([newer])
    const none = Buffer.from(JSON.stringify({ alg: 'none', purpose: 'sid' })).toString('base64url')
    expect(await sealer.open('sid', `${none}....`)).toBeNull()
    expect(await sealer.open('sid', 'x'.repeat(100_000))).toBeNull()
  })
})
