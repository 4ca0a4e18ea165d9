import { hash, verify } from '@node-rs/argon2'

/**
 * Hashes and verifies passwords. Only an argon2id hash is stored. An unknown login costs the caller as much time as a
 * wrong password, or the timing would reveal which logins exist.
 */

export interface PasswordHasher {
  hash: (password: string) => Promise<string>
  verify: (stored: string, password: string) => Promise<boolean>
  /** Takes as long as `verify` and is always false: for an unknown login. */
  verifyDummy: (password: string) => Promise<false>
}

export interface PasswordCost {
  memoryKiB: number
  passes: number
}

/** OWASP's password storage cheat sheet: argon2id, 19 MiB, two passes, one lane. */
const owaspCost: PasswordCost = { memoryKiB: 19_456, passes: 2 }

/** @param cost tests inject a cheaper one; a stored hash names its own */
export function createPasswordHasher({ memoryKiB, passes }: PasswordCost = owaspCost): PasswordHasher {
  // The library's default algorithm is argon2id; its `Algorithm` is an ambient const enum, which can't be imported.
  const options = { memoryCost: memoryKiB, timeCost: passes, parallelism: 1 }
  const unknownUser = hash('the password of nobody', options)
  return {
    hash: (password) => hash(password, options),
    verify: (stored, password) => verify(stored, password),
    async verifyDummy(password) {
      await verify(await unknownUser, password)
      return false
    },
  }
}
