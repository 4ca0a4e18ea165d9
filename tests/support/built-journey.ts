import { expect, test as base } from 'vitest'
import { type StackOptions } from './stack'
import { bearersInLog, nothingFound, watch } from './watched'
import { startWatchedStack } from './watched-stack'

/**
 * The base of journeys that need the built product but no browser: one product in processes of its own for
 * each file, checked like all journeys (`watched.ts`).
 */
export const test = journeysOn({})

/** Such journeys on a product with further options. */
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
