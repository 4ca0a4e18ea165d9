import { type Db } from '../../backend/db/connect'
import { demoCode, demoInvestor, newPerson, tronWallet } from './investor'
import { type Exchange, type Relay, startRelay } from './relay'
import { bearersIn, codeAlone, formsOf, leaks, sealedIn, secretsIn } from './watch'

/**
 * A product with the exchanges on both sides recorded: the bearer must not reach the browser or a log, a log
 * must not hold other secrets, and no answer may be a 500 or contain a NUL.
 */
export interface WatchedProduct {
  /** The app's URL for a browser. */
  readonly url: string
  /** The backend's own URL, without any proxy. */
  readonly backendUrl: string
  /** The log of app and backend so far. */
  log(): string
  /** The app's calls to the upstream, oldest first. */
  readonly upstreamCalls: readonly Exchange[]
  /** The answers to the browser (or to a test in its place), oldest first. */
  readonly answers: readonly Exchange[]
  /** Every bearer that was issued or used so far. */
  readonly tokens: ReadonlySet<string>
  /** Resolves when the backend has done what follows its answers; absent where it runs on its own. */
  answered?(): Promise<void>
  /** The database of a backend that runs in the process of the test. */
  db?: Db | undefined
}

/** Starts a proxy before a server: given its URL, it returns its own. */
export type Before = (url: string) => Promise<Relay>

/** The proxies on both sides of an app, and their recordings. */
export interface Watches extends Pick<WatchedProduct, 'upstreamCalls' | 'answers' | 'tokens'> {
  readonly between: Before
  readonly front: Before
}

/** Records every exchange on both sides of an app, with any other proxies in between. */
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

/** Several products share the cores of a small machine, so slow answers are not outages. */
export const slowTimeouts = {
  UPSTREAM_TIMEOUT_GET_MS: '30000',
  UPSTREAM_TIMEOUT_MONEY_MS: '60000',
  UPSTREAM_TIMEOUT_PART_MS: '30000',
}

/** Values that the journeys type and pay to: none may be in a log. */
const typed = {
  password: [newPerson().password, demoInvestor.password],
  code: [codeAlone(demoCode)],
  wallet: [tronWallet],
}

export const nothingFound = { 'a 500': [], 'a NUL': [], 'a bearer': [], 'a secret in the log': [] }

/** Starts the checks. @returns a function with the findings since then, which should be `nothingFound` */
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

/** Bearers in the whole log, including output at the start, between journeys and at the end. */
export const bearersInLog = (product: WatchedProduct): string[] =>
  secretsIn(product.log(), { bearer: [...product.tokens].flatMap(formsOf) })

const isPage = ({ path, headers }: Exchange) =>
  !path.startsWith('/build/') && !headers['content-type']?.startsWith('image/')
