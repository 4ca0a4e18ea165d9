import { createHash, randomBytes } from 'node:crypto'

/**
 * Secrets that only a client keeps: 256 random bits, of which the SHA-256 is stored. They can't be guessed, so they need
 * no slow hash.
 */

export const newSecret = (): string => randomBytes(32).toString('base64url')

export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')
