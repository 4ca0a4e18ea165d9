import { Secret, TOTP } from 'otpauth'

/**
 * One-time codes of authenticator apps (RFC 6238) with the parameters that every app reads: SHA-1, six digits, steps of
 * thirty seconds. A code of the step before and of the one after is good too, since clocks of phones drift.
 */

const stepSeconds = 30
const digits = 6
/** Steps each way. */
const drift = 1
/** As RFC 4226 recommends. */
const secretBytes = 20

/** A new secret in base32. */
export const newTotpSecret = (): string => new Secret({ size: secretBytes }).base32

/** The `otpauth:` address that apps read from a picture. */
export function totpUri(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return totpOf(secret, { issuer, label }).toString()
}

/**
 * The time step that a code belongs to; null if it is of none that is good now.
 * @param code six digits
 */
export function totpStepOf(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const delta = totpOf(secret).validate({ token: code, timestamp, window: drift })
  return delta === null ? null : Math.floor(timestamp / 1000 / stepSeconds) + delta
}

export const isTotpCode = (code: string): boolean => new RegExp(`^\\d{${digits}}$`).test(code)

function totpOf(secret: string, named: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({
    ...named,
    algorithm: 'SHA1',
    digits,
    period: stepSeconds,
    secret: Secret.fromBase32(secret),
  })
}
