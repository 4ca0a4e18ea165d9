import { type Session } from './session.server'

/**
 * The session of a page that is rendered for all readers. It has no user and can't begin anything.
 * @param onToken the page used a form token, which only a visitor's own page can hold
 */
export function anonymousSession(id: string, onToken: () => void): Session {
  const refuse = () => Promise.reject(new Error('a page for all visitors signs nobody in'))
  return {
    id,
    formsId: id,
    user: null,
    endedUser: null,
    end: null,
    hasFormToken: () => false,
    get formToken() {
      onToken()
      return ''
    },
    signIn: refuse,
    updateUser: refuse,
    replaceToken: refuse,
    prolong: refuse,
    signOut: () => {},
    giveUp: () => {},
  }
}
