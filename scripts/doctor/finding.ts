/** What was found out about one thing that a configuration names. */
export interface Finding {
  /** `failure`: a start would end or the product would not work; `skipped`: it could not be tried, and why. */
  outcome: 'ok' | 'warning' | 'failure' | 'skipped'
  /** The thing, such as `database`. */
  part: string
  text: string
}

/** Makes the findings of one part. */
export function findingsOf(part: string) {
  const make = (outcome: Finding['outcome']) => (text: string) => ({ outcome, part, text }) satisfies Finding
  return { ok: make('ok'), warning: make('warning'), failure: make('failure'), skipped: make('skipped') }
}

/** The reason of an error in one row of text: its code and its message, whatever kind it is. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code } = error as NodeJS.ErrnoException
  const inner = error instanceof AggregateError ? reasonOf(error.errors[0]) : ''
  const cause = error.cause === undefined ? '' : `: ${reasonOf(error.cause)}`
  const text = (error.message || inner || error.name).replace(/\s+/g, ' ').trim()
  return (code && !text.includes(code) ? `${text} (${code})` : text) + cause
}

/**
 * The outcome of work that must not last: the rest of it goes on unheard.
 * @throws Error with the limit when it lasts longer
 */
export async function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms / 1000} s`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** A text without the secrets of a configuration, which messages of libraries may quote. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((hidden, secret) => hidden.replaceAll(secret, '…'), text)
}

/** Every secret that the variables hold, also in the addresses among them; the longest first. */
export function secretsIn(variables: NodeJS.Dict<string>): string[] {
  const found = Object.entries(variables).flatMap(([name, value = '']) => {
    if (/SECRET|TOKEN|API_KEY|PASSWORD|ACCESS_KEY/.test(name))
      return value.split(',').map((one) => one.trim())
    if (!/URL|DSN|ENDPOINT/.test(name) || !URL.canParse(value)) return []
    const { username, password, search } = new URL(value)
    const isBearer = /^https?:/.test(value)
    return [password, decoded(password), ...(isBearer ? [username, decoded(username), search.slice(1)] : [])]
  })
  return [...new Set(found)].filter((secret) => secret.length >= 3).sort((a, b) => b.length - a.length)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
