import { readPhone } from '~/phones/read-phone.server'

/** One form for each e-mail, phone and login, so that one person's can't be registered twice in another spelling. */

/** Lower case; the local part is not read further, since what it means is its provider's affair. */
export function foldEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** Logins are shown as registered and compared without regard to case. */
export function foldLogin(login: string): string {
  return login.trim().toLowerCase()
}

/** The number in E.164 (`+37061234567`), or null when no country has such a number; the app's forms read it alike. */
export const foldPhone = readPhone
