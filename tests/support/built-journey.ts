import { expect, test as base } from 'vitest'
import { type StackOptions } from './stack'
import { bearersInLog, nothingFound, watch } from './watched'
import { startWatchedStack } from './watched-stack'

/**
 * The ground of the journeys that need no browser, but the product as it is built: processes of its own, one product for
 * each file, under the watches that hold over all journeys (`watched.ts`).
 */
export const test = journeysOn({})

/** Such journeys on a product that is started with more than the usual. */
export function journeysOn(product: StackOptions) {
  return base
    .extend('stack', { scope: 'file' }, async ({}, { onCleanup }) => {
      const stack = await startWatchedStack(product)
      onCleanup(async () => {
        await stack.stop()
        expect(bearersInLog(stack), 'bearers in the whole log').toEqual([])
      })
      return stack
    })
    .extend('watched', { auto: true }, ({ stack }, { onCleanup }) => {
      const found = watch(stack)
      onCleanup(() => expect(found()).toEqual(nothingFound))
    })
}

export { expect }
