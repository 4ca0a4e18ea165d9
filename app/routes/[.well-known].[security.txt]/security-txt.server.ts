const dayMs = 24 * 60 * 60_000
/** Long enough for a cached copy; the standard recommends less than a year. */
const goodForDays = 180

/**
 * Where to report vulnerabilities (RFC 9116). It is generated per request, so it never expires while the product
 * runs.
 * @param contact a URI: `mailto:`, `https:` or `tel:`
 * @param origin where the file is found
 */
export function securityTxt({
  contact,
  origin,
  path,
  now,
}: {
  contact: string
  origin: string
  path: string
  now: number
}): string {
  // Of midnight, so that the file is the same all day.
  const expires = new Date(Math.floor(now / dayMs) * dayMs + goodForDays * dayMs)
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: ru, en',
    `Canonical: ${origin}${path}`,
  ]
  return `${lines.join('\n')}\n`
}
