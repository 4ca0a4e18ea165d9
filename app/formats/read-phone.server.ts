import { parsePhoneNumberFromString } from 'libphonenumber-js'

/**
 * A phone number as people write it, in E.164 (`+37061234567`), or null when no country has such a number. Lookups
 * accept `00` and a missing `+`. Sign-in and the backend use this reader, registration the stricter one below, so a
 * spelling that registers also signs in.
 */
export function readPhone(typed: string): string | null {
  const seen = visible(typed)
  if (/[^\d\s+()./\u2010-\u2015\u2212-]/.test(seen)) return null
  const compact = seen.replace(/[^\d+]/g, '')
  const international = compact.startsWith('+') ? compact : `+${compact.replace(/^00/, '')}`
  const phone = parsePhoneNumberFromString(international)
  return phone?.isValid() ? phone.number : null
}

/**
 * The same for a number that is stored and receives a code. It must include its country, by `+` or `00`: a number in
 * its national form may belong to somebody in another country.
 */
export function readNewPhone(typed: string): string | null {
  return /^[\s(]*(\+|00)/.test(visible(typed)) ? readPhone(typed) : null
}

/** Without the marks of direction that address books copy along, and others that nobody sees. */
const visible = (typed: string): string => typed.replace(/\p{Cf}/gu, '')
