import { parsePhoneNumberFromString } from 'libphonenumber-js'

/**
 * A phone number as people write it, in E.164 (`+37061234567`), or null when no country has such a number. `00` and a
 * missing `+` are borne with. Sign-in, registration and the backend read numbers by this and nothing else, so that
 * whoever could register with a spelling can sign in with it.
 */
export function readPhone(typed: string): string | null {
  if (/[^\d\s+()./–—-]/.test(typed)) return null
  const compact = typed.replace(/[^\d+]/g, '')
  const international = compact.startsWith('+') ? compact : `+${compact.replace(/^00/, '')}`
  const phone = parsePhoneNumberFromString(international)
  return phone?.isValid() ? phone.number : null
}
