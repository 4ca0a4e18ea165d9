import { parsePhoneNumberFromString } from 'libphonenumber-js'

/**
 * A phone number as people write it, in E.164 (`+37061234567`), or null when no country has such a number. `00` and a
 * missing `+` are borne with, for whoever is looked for by it. Sign-in and the backend read numbers by this, registration
 * by what is stricter below, so that whoever could register with a spelling can sign in with it.
 */
export function readPhone(typed: string): string | null {
  if (/[^\d\s+()./–—-]/.test(typed)) return null
  const compact = typed.replace(/[^\d+]/g, '')
  const international = compact.startsWith('+') ? compact : `+${compact.replace(/^00/, '')}`
  const phone = parsePhoneNumberFromString(international)
  return phone?.isValid() ? phone.number : null
}

/**
 * The same of a number that is to be kept, and that a code is sent to: its country has to be said, by `+` or `00`. A
 * number as it is dialled at home may be somebody's in another country.
 */
export function readNewPhone(typed: string): string | null {
  return /^[\s(]*(\+|00)/.test(typed) ? readPhone(typed) : null
}
