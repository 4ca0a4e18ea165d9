import { readPhone } from '~/formats/read-phone.server'

/** One form for each e-mail, phone and login, so that one person's can't be registered twice in another spelling. */

/**
 * Unicode form and case are folded. Dots, `+` and other parts of the local part stay, since their meaning depends on
 * the provider.
 */
export function foldEmail(email: string): string {
  return folded(email)
}

/** Logins are shown as registered and compared without regard to case. */
export function foldLogin(login: string): string {
  return folded(login)
}

/** Signs that look alike because they are one (full width, ligatures) are one here too: Unicode NFKC. */
function folded(typed: string): string {
  return typed.normalize('NFKC').trim().toLowerCase()
}

/** The number in E.164 (`+37061234567`), or null when no country has such a number; the app's forms read it alike. */
export const foldPhone = readPhone
