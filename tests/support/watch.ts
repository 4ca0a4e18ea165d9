import { type Exchange } from './relay'

/** Searches for values that must not be visible during a journey. */

/** Secrets by their kind: bearers, cookies, passwords, codes, wallets. */
export type Secrets = Record<string, readonly (string | RegExp)[]>

/** The kinds of secrets in a log, each with its first line. */
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

/** The characters of bearers and sealed cookies in every encoding. */
const sealedLetters = '[\\w+/%=.~-]'
const headLength = 8
const sealed = new RegExp(`^${sealedLetters}{${headLength},}$`)

/**
 * Makes a function that tells whether a text contains any of these values. The journeys of a worker collect
 * thousands of them, so only words that are long enough are compared, by their first letters. The cost of a
 * text does not depend on the number of values.
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
 * A code of digits as a separate word, however it is quoted and also as its two halves: a time, an amount or
 * an id may contain the same digits.
 */
export function codeAlone(code: string): RegExp {
  const half = code.length / 2
  return new RegExp(`(?<![\\w.+-])${code.slice(0, half)}[ -]?${code.slice(half)}(?![\\w-])`)
}

/** The demonstration prints how to sign in at its start; passwords are allowed only there. */
function isGreeting(line: string): boolean {
  return /^ {4}(investor +investor \/ |operator +operator \/ |every code that is sent is )/.test(line)
}

/** A value as plain text and in the usual encodings, also as a part of a longer encoded text. */
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

/** Each bearer is searched for after every later journey, so its forms are cached. */
const forms = new Map<string, readonly string[]>()

/** The part of a value's base64 text that depends only on the value, after this many bytes of any content. */
function base64Of(value: string, before: number): string[] {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(value)])
  const ownFrom = Math.ceil((before * 8) / 6)
  const ownTo = Math.floor((bytes.length * 8) / 6)
  return (['base64', 'base64url'] as const).map((encoding) => bytes.toString(encoding).slice(ownFrom, ownTo))
}

/** The answers that contain a bearer. Files of the build were made before any bearer existed. */
export function leaks(answers: readonly Exchange[], tokens: Iterable<string>): string[] {
  const requests = answers.filter(({ path }) => !path.startsWith('/build/'))
  const carrying = placesOfBearers(
    requests.map(({ headers, body }) => `${JSON.stringify(headers)}${body}`),
    tokens,
  )
  return requests.flatMap(({ path }, place) => (carrying.has(place) ? [path] : []))
}

/** The indexes of the texts that contain a bearer. */
export function placesOfBearers(texts: readonly string[], tokens: Iterable<string>): Set<number> {
  const carries = finderOf([...tokens].flatMap(formsOf))
  return new Set(texts.flatMap((text, place) => (carries(text) ? [place] : [])))
}

/** Every sealed cookie in answers and requests: a compact JWE, identified by its middle part. */
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
