import { createHash, createHmac, hkdfSync } from 'node:crypto'
import { CompactEncrypt, compactDecrypt } from 'jose'

/**
 * Sealed values: the app gives them to a browser, which can neither read nor change them. AES-256-GCM (jose, `dir`)
 * with a random IV; the header, which is authenticated with the content, names the key and the purpose. Invariants: a
 * seal made for one purpose opens for no other; anything that was not sealed by a key that we still have is null and
 * never an error; nothing here is logged.
 */

export interface Opened {
  content: unknown
  /** Whether the newest key made it; a seal of an older one should be renewed. */
  isNewest: boolean
}

export interface Sealer {
  /** @param purpose where it is used, such as the cookie's name */
  seal(purpose: string, content: object): Promise<string>
  open(purpose: string, sealed: string): Promise<Opened | null>
  /** HMAC-SHA256 by the newest secret, in hexadecimal digits: compares texts without revealing them. */
  hmac(text: string): string
}

/** Longer than anything that we seal. */
const maxSeal = 8_192

/** @param secrets newest first: the first one seals, all of them open */
export function createSealer(secrets: readonly string[]): Sealer {
  const keys = secrets.map(keyOf)
  const [newest] = keys
  if (!newest) throw new Error('a sealer needs a secret')
  const byId = new Map(keys.map((key) => [key.id, key]))

  return {
    hmac: (text) => createHmac('sha256', secrets[0]!).update(text).digest('hex'), // there is a newest key
    seal(purpose, content) {
      return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(content)))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: newest.id, purpose })
        .encrypt(newest.bytes)
    },
    async open(purpose, sealed) {
      if (!sealed || sealed.length > maxSeal) return null
      try {
        const { plaintext, protectedHeader } = await compactDecrypt(
          sealed,
          ({ kid }) => byId.get(kid ?? '')?.bytes ?? Promise.reject(new Error('a key that we do not hold')),
          { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] },
        )
        if (protectedHeader.purpose !== purpose) return null
        const content: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plaintext))
        return { content, isNewest: protectedHeader.kid === newest.id }
      } catch {
        return null
      }
    },
  }
}

interface Key {
  id: string
  bytes: Uint8Array
}

/** The id identifies the key and reveals nothing about it: both come from the secret by one-way functions. */
function keyOf(secret: string): Key {
  const bytes = new Uint8Array(hkdfSync('sha256', secret, '', 'tideline seal', 32))
  const id = createHash('sha256').update(`id:${secret}`).digest('base64url').slice(0, 11)
  return { id, bytes }
}
