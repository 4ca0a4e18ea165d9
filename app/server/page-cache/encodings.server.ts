import Negotiator from 'negotiator'

/** The encodings in which a public page is cached, the tightest first. */
export const encodings = ['br', 'gzip', 'identity'] as const

export type Encoding = (typeof encodings)[number]

/** As clients call them: `x-gzip` is what gzip was called at first. */
const known = ['br', 'gzip', 'x-gzip', 'identity'] as const

/** Browsers send a handful of headers; what else is sent must not fill the memory. */
const rememberedHeaders = 64
const remembered = new Map<string, Encoding>()

/**
 * The encoding that a client prefers (RFC 9110, 12.5.3). Among equals the tightest; `identity` if nothing else is
 * accepted, even when the client refuses that too.
 * @param header the Accept-Encoding header; without one nothing is compressed
 */
export function encodingFor(header: string | string[] | undefined): Encoding {
  if (!header) return 'identity'
  const text = String(header)
  const earlier = remembered.get(text)
  if (earlier) return earlier
  const chosen = choose(text)
  if (remembered.size < rememberedHeaders) remembered.set(text, chosen)
  return chosen
}

function choose(header: string): Encoding {
  const headers = { 'accept-encoding': withReadableWeights(header) }
  const best = new Negotiator({ headers }).encoding(known, { preferred: known })
  return best === 'x-gzip' ? 'gzip' : (best ?? 'identity')
}

/** A weight that can't be parsed, or is not between 0 and 1, refuses. */
function withReadableWeights(header: string): string {
  return header.replace(/;\s*q=([^,;]*)/gi, (_given, weight: string) => {
    const q = Number(weight)
    return `;q=${q >= 0 && q <= 1 ? q : 0}`
  })
}
