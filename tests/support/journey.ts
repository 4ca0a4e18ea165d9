import { expect, test as base } from '@playwright/test'
import { type StackOptions } from './stack'
import { type Language } from '~/contract/languages'
import { type Say, textsOf } from './texts'
import { placesOfBearers } from './watch'
import { bearersInLog, nothingFound, watch } from './watched'
import { type WatchedStack, startWatchedStack } from './watched-stack'

/**
 * The ground of every journey: a product of the worker's own, a reader's language, and four watches that hold over
 * all journeys. The bearer must reach neither the browser nor a log, which holds nothing else that is secret either;
 * the content policy must not be broken; no page may throw; no answer may be a 500.
 */

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
      expect(bearersInLog(stack), 'bearers in the whole log').toEqual([])
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
    expect([...placesOfBearers(frames, stack.tokens)], 'frames with a bearer in them').toEqual([])
  },

  watched: [
    async ({ stack }, use, testInfo) => {
      const logBefore = stack.log().length
      const found = watch(stack)

      await use()

      // What both programs said meanwhile, for whoever looks into a failure.
      if (testInfo.status !== testInfo.expectedStatus)
        await testInfo.attach('log', { body: stack.log().slice(logBefore), contentType: 'text/plain' })
      expect(found()).toEqual(nothingFound)
    },
    { auto: true },
  ],
})

export { expect, startWatchedStack, type WatchedStack }
