import { parsePhoneNumberFromString } from 'libphonenumber-js'

/**
 * A phone number as people write it, in E.164 (`+37061234567`), or null when no country has such a number. Lookups
 * accept `00` and a missing `+`. Sign-in and the backend use this reader, registration the stricter one below, so a
 * spelling that registers also signs in.
 */
export function readPhone(typed: string): string | null {
  if (/[^\d\s+()./–—-]/.test(typed)) return null
  const compact = typed.replace(/[^\d+]/g, '')
  const international = compact.startsWith('+') ? compact : `+${compact.replace(/^00/, '')}`
  const phone = parsePhoneNumberFromString(international)
  return phone?.isValid() ? phone.number : null
}

/**
 * The same for a number that is stored and receives a code. It must include its country, by `+` or `00`: a number in
 * its national form may belong to somebody in another country.
 */
export function readNewPhone(typed: string): string | null {
  return /^[\s(]*(\+|00)/.test(typed) ? readPhone(typed) : null
}
