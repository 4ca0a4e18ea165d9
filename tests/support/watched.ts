import { demoCode, demoInvestor, newPerson, tronWallet } from './investor'
import { type Exchange, type Relay, startRelay } from './relay'
import { bearersIn, codeAlone, formsOf, leaks, sealedIn, secretsIn } from './watch'

/**
 * A product with both of its sides watched: the bearer must reach neither the browser nor a log, which holds nothing
 * else that is secret either; no answer may be a 500 or have a NUL in it.
 */
export interface WatchedProduct {
  /** Where a browser finds the app. */
  readonly url: string
  /** The backend itself, past anything that stands between. */
  readonly backendUrl: string
  /** Everything that app and backend have written so far. */
  log(): string
  /** What the app asked of the upstream, oldest first. */
  readonly upstreamCalls: readonly Exchange[]
  /** What the browser (or a test in its place) was answered, oldest first. */
  readonly answers: readonly Exchange[]
  /** Every bearer that was issued or used so far. */
  readonly tokens: ReadonlySet<string>
}

/** Puts something in front of a server: given its address, it answers with its own. */
export type Before = (url: string) => Promise<Relay>

/** What is put on the two sides of an app, and the record that it keeps. */
export interface Watches extends Pick<WatchedProduct, 'upstreamCalls' | 'answers' | 'tokens'> {
  readonly between: Before
  readonly front: Before
}

/** Remembers every exchange on both sides of an app, whatever else stands there. */
export function openWatches(others: { between?: Before; front?: Before } = {}): Watches {
  const upstreamCalls: Exchange[] = []
  const answers: Exchange[] = []
  const tokens = new Set<string>()
  return {
    upstreamCalls,
    answers,
    tokens,
    between: async (backendUrl) => {
      const target = await others.between?.(backendUrl)
      const relay = await startRelay(target?.url ?? backendUrl, (call) => {
        upstreamCalls.push(call)
        for (const token of bearersIn(call)) tokens.add(token)
      })
      return { url: relay.url, close: async () => void (await relay.close(), await target?.close()) }
    },
    front: async (appUrl) => {
      const watched = await startRelay(appUrl, (answer) => answers.push(answer))
      const front = await others.front?.(watched.url)
      return {
        url: front?.url ?? watched.url,
        close: async () => void (await front?.close(), await watched.close()),
      }
    },
  }
}

/** Several products share the cores of a small machine: what is slow there is not an outage. */
export const slowTimeouts = {
  UPSTREAM_TIMEOUT_GET_MS: '30000',
  UPSTREAM_TIMEOUT_MONEY_MS: '60000',
  UPSTREAM_TIMEOUT_PART_MS: '30000',
}

/** What the journeys type and pay to: none of it may stand in a log. */
const typed = {
  password: [newPerson().password, demoInvestor.password],
  code: [codeAlone(demoCode)],
  wallet: [tronWallet],
}

export const nothingFound = { 'a 500': [], 'a NUL': [], 'a bearer': [], 'a secret in the log': [] }

/** Watches from now on. @returns tells what was found meanwhile, which should be `nothingFound` */
export function watch(product: WatchedProduct): () => Record<keyof typeof nothingFound, string[]> {
  const [answersBefore, logBefore] = [product.answers.length, product.log().length]
  return () => {
    const answers = product.answers.slice(answersBefore)
    const secrets = { bearer: [...product.tokens].flatMap(formsOf), cookie: sealedIn(answers), ...typed }
    const pathsOf = (some: readonly Exchange[]) => some.map(({ path }) => path)
    return {
      'a 500': pathsOf(answers.filter(({ status }) => status === 500)),
      'a NUL': pathsOf(answers.filter((answer) => isPage(answer) && answer.body.includes('\0'))),
      'a bearer': leaks(answers, product.tokens),
      'a secret in the log': secretsIn(product.log().slice(logBefore), secrets),
    }
  }
}

/** Bearers in the whole log: what is written at the start, between journeys and at the end is nobody's to read, either. */
export const bearersInLog = (product: WatchedProduct): string[] =>
  secretsIn(product.log(), { bearer: [...product.tokens].flatMap(formsOf) })

const isPage = ({ path, headers }: Exchange) =>
  !path.startsWith('/build/') && !headers['content-type']?.startsWith('image/')
