import { hash, verify } from '@node-rs/argon2'

/**
 * Guards the passwords: what is stored is an argon2id hash, and an unknown login must cost the one who asks as
 * much time as a wrong password does, or logins could be told from the clock.
 */

export interface PasswordHasher {
  hash: (password: string) => Promise<string>
  verify: (stored: string, password: string) => Promise<boolean>
  /** Takes as long as `verify` does and is never true: for a login that nobody has. */
  verifyDummy: (password: string) => Promise<false>
}

export interface PasswordCost {
  memoryKiB: number
  passes: number
}

/** OWASP's password storage cheat sheet: argon2id, 19 MiB, two passes, one lane. */
export const owaspCost: PasswordCost = { memoryKiB: 19_456, passes: 2 }

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
