import { expect, test as base } from '@playwright/test'
import { type StackOptions } from './stack'
import { type Language } from '~/contract/languages'
import { type Say, textsOf } from './texts'
import { placesOfBearers } from './watch'
import { bearersInLog, nothingFound, watch } from './watched'
import { type WatchedStack, startWatchedStack } from './watched-stack'

/**
 * The base of every journey in a browser: a product for each worker, a reader's language, and checks that
 * apply to all journeys. The bearer must not reach the browser or a log, a log must not hold other secrets,
 * the content policy must not be violated, no page may throw, and no answer may be a 500.
 */

interface Options {
  lng: Language
  /** Messages of the console that a file provokes. */
  expectedErrors: RegExp | undefined
}

interface Fixtures {
  /** A text in the reader's language. */
  say: Say
  watched: void
}

interface WorkerOptions {
  /** Further options of the product for this file. */
  product: StackOptions
  /** Files with another value get products of their own, whose clock no other journey moves. */
  clock: 'moved' | 'still'
  /** Files that decide the demonstration's cases have products of their own, for others look at these cases. */
  cases: 'kept' | 'decided'
}

export const test = base.extend<Options & Fixtures, WorkerOptions & { stack: WatchedStack }>({
  lng: ['en', { option: true }],
  expectedErrors: [undefined, { option: true }],
  say: async ({ lng }, use) => use(textsOf(lng)),

  product: [{}, { option: true, scope: 'worker' }],
  clock: ['moved', { option: true, scope: 'worker' }],
  cases: ['kept', { option: true, scope: 'worker' }],
  stack: [
    async ({ clock: _clock, cases: _cases, product }, use) => {
      const stack = await startWatchedStack(product)
      await use(stack)
      await stack.stop()
      expect(bearersInLog(stack), 'bearers in the whole log').toEqual([])
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ stack }, use) => use(stack.url),

  // Set up only for journeys that open a page: many use only HTTP requests and need no browser.
  context: async ({ context, stack, lng, expectedErrors }, use) => {
    await context.addCookies([{ name: 'lng', value: lng, url: stack.url }])
    const complaints: string[] = []
    const frames: string[] = []
    context.on('page', (page) =>
      page.on('websocket', (socket) =>
        socket.on('framereceived', ({ payload }) => frames.push(payload.toString())),
      ),
    )
    // The router cancels loading a page that its reader has left, and skips the rest of a change of pages that another
    // one interrupts, or of a page that takes more than its four seconds; the browser reports all three.
    const isGivenUp = (text: string) =>
      /^AbortError: (signal is aborted|Transition was skipped)|^TimeoutError: Transition was aborted/.test(
        text,
      )
    context.on('console', (message) => {
      // Chromium reports the 4xx of each refused form as a console error; those answers are expected. It also
      // reports sockets of a stopped app or an ended session.
      const isMeant = /^(Failed to load resource|WebSocket connection to)/.test(message.text())
      if (message.type() !== 'error' || isMeant || isGivenUp(message.text())) return
      if (expectedErrors?.test(message.text())) return
      complaints.push(`${message.text()} (${message.page()?.url()})`)
    })
    context.on('weberror', (error) => {
      if (isGivenUp(String(error.error())) || expectedErrors?.test(String(error.error()))) return
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

      // The log of both programs during the test, for the analysis of a failure.
      if (testInfo.status !== testInfo.expectedStatus)
        await testInfo.attach('log', { body: stack.log().slice(logBefore), contentType: 'text/plain' })
      expect(found()).toEqual(nothingFound)
    },
    { auto: true },
  ],
})

export { expect, startWatchedStack, type WatchedStack }
