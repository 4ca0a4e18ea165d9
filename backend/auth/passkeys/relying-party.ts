import { isIP } from 'node:net'

/** For whom passkeys are made and may sign, in the words of Web Authentication. */
export interface RelyingParty {
  /** The app's host name: browsers offer a passkey there and nowhere else. */
  id: string
  /** Of the app's pages. */
  origin: string
}

/**
 * @param publicUrl where browsers find the app
 * @returns null if browsers have no passkeys there: without encryption, but on this machine, and by an address
 */
export function relyingPartyOf(publicUrl: string | null): RelyingParty | null {
  if (publicUrl === null) return null
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  const isSecure = protocol === 'https:' || hostname === 'localhost'
  return isSecure && !isAddress ? { id: hostname, origin } : null
}
