import { readPhone } from '~/formats/read-phone.server'
import { type Sealer } from './seal.server'

/**
 * One spelling for each sign-in name, so that limits and records are not spread over its spellings: a phone in E.164,
 * logins and e-mails without regard to case.
 */
export function foldIdentity(typed: string): string {
  return readPhone(typed) ?? typed.trim().toLowerCase()
}

/**
 * A typed sign-in name for the log: the same name in any spelling gives the same hash, and without the newest of
 * `SESSION_SECRETS` the name can't be recovered. Support finds a name's lines by computing the hash again
 * (`docs/operations.md`).
 * @returns 16 hexadecimal digits
 */
export function hashIdentity(typed: string, { hmac }: Pick<Sealer, 'hmac'>): string {
  return hmac(`sign-in:${foldIdentity(typed)}`).slice(0, 16)
}
