import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Short texts that are encrypted in the database, such as the number of a document. Invariants: a sealed text opens
 * only with the secret and in the place that it was sealed for.
 */
export interface Seal {
  /** @param place the owner of the text, such as the id of its row */
  seal(text: string, place: string): string
  /** @throws Error when the text was sealed with another secret or for another place, or was changed */
  open(sealed: string, place: string): string
  /**
   * A keyed hash: the same for the same text, and useless without the secret.
   * @param purpose the kind of text, so that equal texts of two kinds differ
   */
  fingerprint(purpose: string, text: string): string
}

const version = 'v1.'
const ivBytes = 12
const tagBytes = 16

/** AES-256-GCM with a separate key, derived from the storage's secret. */
export function createSeal(secret: Buffer): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'tideline texts', 32))
  const hashKey = Buffer.from(hkdfSync('sha256', secret, '', 'tideline fingerprints', 32))
  return {
    fingerprint: (purpose, text) =>
      createHmac('sha256', hashKey).update(`${purpose} ${text}`).digest('base64url'),
    seal(text, place) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place))
      const parts = [iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return version + Buffer.concat(parts).toString('base64url')
    },
    open(sealed, place) {
      const bytes = Buffer.from(sealed.slice(version.length), 'base64url')
      if (!sealed.startsWith(version) || bytes.length < ivBytes + tagBytes) {
        throw new Error('this is no sealed text')
      }
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes))
      decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-tagBytes))
      const text = decipher.update(bytes.subarray(ivBytes, -tagBytes))
      return Buffer.concat([text, decipher.final()]).toString('utf8')
    },
  }
}
