/**
 * Where to go after signing in, from the address. Invariants: the browser stays in the app for any input. An address is
 * judged as browsers parse it, not as it is spelled.
 */

/** A placeholder for our origin: only path, query and fragment of an address are kept. */
const here = 'http://app.invalid'

/** The path inside the app that `requested` means; the fallback for anything else. */
export function safeRedirectTo(requested: string | null | undefined, fallback: string): string {
  // Control characters and backslashes do not occur in our addresses, and browsers differ about them.
  if (!requested?.startsWith('/') || requested.length > 2_048 || /[^\x21-\x7e]|\\/.test(requested))
    return fallback
  if (!URL.canParse(requested, here)) return fallback
  const { origin, pathname, search, hash } = new URL(requested, here)
  // `//elsewhere` is another host, and `/.//elsewhere` becomes that once it is resolved.
  if (origin !== here || pathname.startsWith('//')) return fallback
  return pathname + search + hash
}
