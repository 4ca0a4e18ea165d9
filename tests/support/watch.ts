import { type Exchange } from './relay'

/** What a watch over a journey looks for: values that must not stand where they could be read. */

/** Secrets by their kind: bearers, cookies, passwords, codes, wallets. */
export type Secrets = Record<string, readonly (string | RegExp)[]>

/** The kinds of secrets that stand in a log, with the line that each first stands in. */
export function secretsIn(log: string, secrets: Secrets): string[] {
  const lines = log.split('\n').filter((line) => !isGreeting(line))
  return Object.entries(secrets).flatMap(([kind, values]) => {
    const patterns = values.filter((value) => typeof value !== 'string')
    const carries = finderOf(values.filter((value) => typeof value === 'string'))
    return lines
      .filter((line) => carries(line) || patterns.some((pattern) => pattern.test(line)))
      .slice(0, 1)
      .map((line) => `a ${kind} in: ${line}`)
  })
}

/** What bearers and sealed cookies are written with, in every encoding of them. */
const sealedLetters = '[\\w+/%=.~-]'
const headLength = 8
const sealed = new RegExp(`^${sealedLetters}{${headLength},}$`)

/**
 * Tells whether a text holds any of these values. A worker's journeys gather thousands of them: only pieces that are
 * long enough to hold one are looked into, by the first letters of all, so that a text costs the same however many
 * they are.
 */
function finderOf(values: readonly string[]): (text: string) => boolean {
  const others = values.filter((value) => !sealed.test(value))
  const byHead = new Map<string, string[]>()
  let minLength = Infinity
  for (const value of values) {
    if (!sealed.test(value)) continue
    const head = value.slice(0, headLength)
    byHead.set(head, [...(byHead.get(head) ?? []), value])
    minLength = Math.min(minLength, value.length)
  }
  const pieces = new RegExp(`${sealedLetters}{${Math.min(minLength, 1_000)},}`, 'g')
  const holds = (piece: string) => {
    for (let place = 0; place + minLength <= piece.length; place++)
      if (byHead.get(piece.slice(place, place + headLength))?.some((value) => piece.startsWith(value, place)))
        return true
    return false
  }
  return (text) =>
    others.some((value) => text.includes(value)) ||
    (byHead.size > 0 && (text.match(pieces) ?? []).some(holds))
}

/**
 * A code of digits, however it is quoted and also as its two halves, where it stands by itself: a time, an amount or
 * an id may have the same digits in it.
 */
export function codeAlone(code: string): RegExp {
  const half = code.length / 2
  return new RegExp(`(?<![\\w.+-])${code.slice(0, half)}[ -]?${code.slice(half)}(?![\\w-])`)
}

/** The demonstration tells whoever starts it how to sign in; that is the one place for it. */
function isGreeting(line: string): boolean {
  return /^ {4}(investor +investor \/ |operator +operator \/ |every code that is sent is )/.test(line)
}

/** A value as it stands in plain text and in the encodings that a careless hand would use, within others' too. */
export function formsOf(value: string): readonly string[] {
  const known = forms.get(value)
  if (known) return known
  const hex = Buffer.from(value).toString('hex')
  const made = [
    value,
    encodeURIComponent(value),
    hex,
    ...[0, 1, 2].flatMap((before) => base64Of(value, before)),
  ]
  forms.set(value, made)
  return made
}

/** Each bearer is looked for after every journey that follows its own. */
const forms = new Map<string, readonly string[]>()

/** What base64 makes of a value behind so many bytes, whatever they are and whatever follows. */
function base64Of(value: string, before: number): string[] {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(value)])
  const ownFrom = Math.ceil((before * 8) / 6)
  const ownTo = Math.floor((bytes.length * 8) / 6)
  return (['base64', 'base64url'] as const).map((encoding) => bytes.toString(encoding).slice(ownFrom, ownTo))
}

/** The answers that carry a bearer. What was built before there was one carries none. */
export function leaks(answers: readonly Exchange[], tokens: Iterable<string>): string[] {
  const requests = answers.filter(({ path }) => !path.startsWith('/build/'))
  const carrying = placesOfBearers(
    requests.map(({ headers, body }) => `${JSON.stringify(headers)}${body}`),
    tokens,
  )
  return requests.flatMap(({ path }, place) => (carrying.has(place) ? [path] : []))
}

/** Which of these texts carry a bearer, by their places. */
export function placesOfBearers(texts: readonly string[], tokens: Iterable<string>): Set<number> {
  const carries = finderOf([...tokens].flatMap(formsOf))
  return new Set(texts.flatMap((text, place) => (carries(text) ? [place] : [])))
}

/** Every sealed cookie that went either way: a compact JWE, of which the middle is enough to know it by. */
export function sealedIn(answers: readonly Exchange[]): string[] {
  const cookies = answers.flatMap(({ headers, requestHeaders }) => [
    requestHeaders.cookie ?? '',
    ...(headers['set-cookie'] ?? []),
  ])
  const sealed = cookies.join(';').matchAll(/=([\w-]+\.\.[\w-]+\.[\w-]{40,}\.[\w-]+)/g)
  return [...new Set([...sealed].map(([, value]) => value as string))]
}

export function bearersIn({ requestHeaders, body }: Exchange): string[] {
  const used = /^Bearer (.+)$/.exec(requestHeaders.authorization ?? '')?.[1]
  const issued = [...body.matchAll(/"refreshToken":\s*"([^"]+)"/g)].map(([, token]) => token as string)
  return used ? [used, ...issued] : issued
}
