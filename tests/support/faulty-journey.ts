import { type FaultyProxy, startFaultyProxy } from '../faults/proxy'
import { type StackOptions } from './stack'
import { type WatchedStack, expect, startWatchedStack, test as journey } from './journey'

/** Journeys over an upstream with faults that a test sets and that are removed after each test. */

export interface FaultyStack extends WatchedStack {
  /** The proxy between the app and the backend. */
  readonly faulty: FaultyProxy
}

/** A product with short timeouts. Files that use it share its workers, too. */
export const impatient: StackOptions = {
  env: { UPSTREAM_TIMEOUT_MONEY_MS: '1500', UPSTREAM_TIMEOUT_GET_MS: '3000' },
}

export const test = journey.extend<{ healed: void }, { stack: FaultyStack }>({
  stack: [
    async ({ product }, use) => {
      let faulty: FaultyProxy | undefined
      const stack = await startWatchedStack({
        ...product,
        between: async (backendUrl) => (faulty = await startFaultyProxy(backendUrl)),
      })
      if (!faulty) throw new Error('nothing stands between')
      await use(Object.assign(stack, { faulty }))
      await stack.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  healed: [
    async ({ stack }, use) => {
      await use()
      stack.faulty.heal()
    },
    { auto: true },
  ],
})

export { expect }
