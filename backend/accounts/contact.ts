import { parsePhoneNumberFromString } from 'libphonenumber-js'

/** One form for each e-mail, phone and login, so that one person's can't be registered twice in another spelling. */

/** Lower case; the local part is not read further, since what it means is its provider's affair. */
export function foldEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** Logins are shown as registered and compared without regard to case. */
export function foldLogin(login: string): string {
  return login.trim().toLowerCase()
}

/** The number in E.164 (`+37061234567`), or null when no country has such a number. `00` and a missing `+` are borne with. */
export function foldPhone(typed: string): string | null {
  if (/[^\d\s+()./–—-]/.test(typed)) return null
  const compact = typed.replace(/[^\d+]/g, '')
  const international = compact.startsWith('+') ? compact : `+${compact.replace(/^00/, '')}`
  const phone = parsePhoneNumberFromString(international)
  return phone?.isValid() ? phone.number : null
}
