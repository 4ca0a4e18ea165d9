import { expect, test as base } from '@playwright/test'
import { demoCode, newPerson, tronWallet } from './investor'
import { type Exchange, startRelay } from './relay'
import { type Stack, type StackOptions, startStack } from './stack'
import { demoInvestor } from './steps'
import { type Language } from '~/contract/languages'
import { type Say, textsOf } from './texts'
import { bearersIn, carriers, codeAlone, formsOf, leaks, sealedIn, secretsIn } from './watch'

/**
 * The ground of every journey: a product of the worker's own, a reader's language, and four watches that hold over
 * all journeys. The bearer must reach neither the browser nor a log, which holds nothing else that is secret either;
 * the content policy must not be broken; no page may throw; no answer may be a 500.
 */

/** A product with both of its sides watched. */
export interface WatchedStack extends Stack {
  /** What the app asked of the upstream, oldest first. */
  readonly upstreamCalls: readonly Exchange[]
  /** What the browser (or a test in its place) was answered, oldest first. */
  readonly answers: readonly Exchange[]
  /** Every bearer that was issued or used so far. */
  readonly tokens: ReadonlySet<string>
}

interface Options {
  lng: Language
}

interface Fixtures {
  /** A text in the reader's language. */
  say: Say
  watched: void
}

interface WorkerOptions {
  /** What the product of a file is started with besides the usual. */
  product: StackOptions
  /** Files that name another clock than the rest get products of their own, whose clock no other journey moves. */
  clock: 'moved' | 'still'
}

export const test = base.extend<Options & Fixtures, WorkerOptions & { stack: WatchedStack }>({
  lng: ['en', { option: true }],
  say: async ({ lng }, use) => use(textsOf(lng)),

  product: [{}, { option: true, scope: 'worker' }],
  clock: ['moved', { option: true, scope: 'worker' }],
  stack: [
    async ({ clock: _clock, product }, use) => {
      const stack = await startWatchedStack(product)
      await use(stack)
      await stack.stop()
      // What is written at the start, between journeys and at the end is nobody's to read, either.
      const bearer = [...stack.tokens].flatMap(formsOf)
      expect(secretsIn(stack.log(), { bearer }), 'bearers in the whole log').toEqual([])
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ stack }, use) => use(stack.url),

  // Made for those journeys alone that open a page: many ask by forms and need no browser.
  context: async ({ context, stack, lng }, use) => {
    await context.addCookies([{ name: 'lng', value: lng, url: stack.url }])
    const complaints: string[] = []
    const frames: string[] = []
    context.on('page', (page) =>
      page.on('websocket', (socket) =>
        socket.on('framereceived', ({ payload }) => frames.push(payload.toString())),
      ),
    )
    // The router gives up asking for a page that its reader has left meanwhile; it says so in one way or the other.
    const isGivenUp = (text: string) => /^AbortError: signal is aborted/.test(text)
    context.on('console', (message) => {
      // Chromium reports each refused form's 4xx as an error of the console; those answers are meant.
      // A socket whose app is away or whose session is over is told of in the same way.
      const isMeant = /^(Failed to load resource|WebSocket connection to)/.test(message.text())
      if (message.type() !== 'error' || isMeant || isGivenUp(message.text())) return
      complaints.push(`${message.text()} (${message.page()?.url()})`)
    })
    context.on('weberror', (error) => {
      if (isGivenUp(String(error.error()))) return
      complaints.push(`${error.error()} (${error.page()?.url()})`)
    })
    await use(context)
    expect(complaints, 'the console and the content policy').toEqual([])
    expect([...carriers(frames, stack.tokens)], 'frames with a bearer in them').toEqual([])
  },

  watched: [
    async ({ stack }, use, testInfo) => {
      const [answersBefore, logBefore] = [stack.answers.length, stack.log().length]

      await use()

      // What both programs said meanwhile, for whoever looks into a failure.
      if (testInfo.status !== testInfo.expectedStatus)
        await testInfo.attach('log', { body: stack.log().slice(logBefore), contentType: 'text/plain' })
      const answers = stack.answers.slice(answersBefore)
      expect(answers.filter(({ status }) => status === 500).map(({ path }) => path)).toEqual([])
      expect(
        answers
          .filter(
            ({ path, body, headers }) =>
              !path.startsWith('/build/') &&
              !headers['content-type']?.startsWith('image/') &&
              body.includes('\0'),
          )
          .map(({ path }) => path),
        'a NUL in a page',
      ).toEqual([])
      expect(leaks(answers, stack.tokens), 'answers with a bearer in them').toEqual([])
      const log = stack.log().slice(logBefore)
      const secrets = { bearer: [...stack.tokens].flatMap(formsOf), cookie: sealedIn(answers), ...typed }
      expect(secretsIn(log, secrets), 'secrets in the log').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Two browsers and two products share the cores of a small machine: what is slow there is not an outage. */
const patience = {
  UPSTREAM_TIMEOUT_GET_MS: '30000',
  UPSTREAM_TIMEOUT_MONEY_MS: '60000',
  UPSTREAM_TIMEOUT_PART_MS: '30000',
}

/** Starts a product whose every exchange, on both sides of the app, is remembered. */
export async function startWatchedStack(options: StackOptions = {}): Promise<WatchedStack> {
  const upstreamCalls: Exchange[] = []
  const answers: Exchange[] = []
  const tokens = new Set<string>()
  const stack = await startStack({
    ...options,
    env: { ...patience, ...options.env },
    between: async (backendUrl) => {
      const target = options.between ? await options.between(backendUrl) : null
      const relay = await startRelay(target?.url ?? backendUrl, (call) => {
        upstreamCalls.push(call)
        for (const token of bearersIn(call)) tokens.add(token)
      })
      return { url: relay.url, close: async () => void (await relay.close(), await target?.close()) }
    },
    front: async (appUrl) => {
      const watched = await startRelay(appUrl, (answer) => answers.push(answer))
      const front = await options.front?.(watched.url)
      return {
        url: front?.url ?? watched.url,
        close: async () => void (await front?.close(), await watched.close()),
      }
    },
  })
  return Object.assign(stack, { upstreamCalls, answers, tokens })
}

/** What the journeys type and pay to: none of it may stand in a log. */
const typed = {
  password: [newPerson().password, demoInvestor.password],
  code: [codeAlone(demoCode)],
  wallet: [tronWallet],
}
