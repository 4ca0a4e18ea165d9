/** The encodings in which a public page is kept, the tightest first. */
export const encodings = ['br', 'gzip', 'identity'] as const

export type Encoding = (typeof encodings)[number]

/** Browsers send a handful of headers; what else is sent must not fill the memory. */
const rememberedHeaders = 64
const remembered = new Map<string, Encoding>()

/**
 * The encoding that a client likes best (RFC 9110, 12.5.3). Of equals the tightest; `identity` where nothing else is
 * wanted, even by a client that says it wants none at all.
 * @param header the Accept-Encoding header; without one nothing is packed
 */
export function encodingFor(header: string | string[] | undefined): Encoding {
  if (!header) return 'identity'
  const text = String(header)
  const known = remembered.get(text)
  if (known) return known
  const chosen = choose(text)
  if (remembered.size < rememberedHeaders) remembered.set(text, chosen)
  return chosen
}

function choose(header: string): Encoding {
  const weights = new Map(header.split(',').map(weightOf))
  const others = weights.get('*')
  const weigh = (encoding: Encoding) =>
    weights.get(encoding) ?? (encoding === 'gzip' ? weights.get('x-gzip') : undefined) ?? others
  // What is not named is not wanted, but for the plain bytes: those are the last that anyone would refuse.
  const weighed = encodings.map((encoding) => ({
    encoding,
    q: weigh(encoding) ?? (encoding === 'identity' ? 1e-4 : 0),
  }))
  const best = Math.max(...weighed.map(({ q }) => q))
  return (best > 0 && weighed.find(({ q }) => q === best)?.encoding) || 'identity'
}

/** `br;q=0.8` as a name and a weight between 0 and 1; a weight that can't be read refuses. */
function weightOf(part: string): [string, number] {
  const [name = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase())
  const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  const weight = q === undefined ? 1 : Number(q)
  return [name, weight >= 0 && weight <= 1 ? weight : 0]
}
