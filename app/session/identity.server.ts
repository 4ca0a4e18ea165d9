import { readPhone } from '~/formats/read-phone.server'

/**
 * One spelling for each name that somebody can sign in by, so that what is counted or remembered of it is not spread
 * over its spellings: a phone in E.164, logins and e-mails without regard to case.
 */
export function foldIdentity(typed: string): string {
  return readPhone(typed) ?? typed.trim().toLowerCase()
}
