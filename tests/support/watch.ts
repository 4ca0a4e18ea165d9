import { type Exchange } from './relay'

/** What a watch over a journey looks for: values that must not stand where they could be read. */

/** Secrets by their kind: bearers, cookies, passwords, codes, wallets. */
export type Secrets = Record<string, readonly (string | RegExp)[]>

/** The kinds of secrets that stand in a log, with the line that each first stands in. */
export function secretsIn(log: string, secrets: Secrets): string[] {
  const lines = log.split('\n').filter((line) => !isGreeting(line))
  return Object.entries(secrets).flatMap(([kind, values]) =>
    lines
      .filter((line) => values.some((value) => holds(line, value)))
      .slice(0, 1)
      .map((line) => `a ${kind} in: ${line}`),
  )
}

function holds(line: string, value: string | RegExp): boolean {
  return typeof value === 'string' ? line.includes(value) : value.test(line)
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

/** The answers that carry a bearer, plain or in one of the encodings that a careless hand would use. */
export function leaks(answers: readonly Exchange[], tokens: Iterable<string>): string[] {
  const forms = [...tokens].flatMap((token) => [
    token,
    encodeURIComponent(token),
    Buffer.from(token).toString('base64').replace(/=+$/, ''),
    Buffer.from(token).toString('hex'),
  ])
  return answers
    .filter(({ headers, body }) => {
      const received = `${JSON.stringify(headers)}${body}`
      return forms.some((form) => received.includes(form))
    })
    .map(({ path }) => path)
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
