import { type FaultyProxy, startFaultyProxy } from '../faults/proxy'
import { type InProcessAppOptions } from './in-process-app'
import { expect, journeysOn as plainJourneysOn, startWatchedApp } from './in-process-journey'
import { type WatchedProduct } from './watched'

/**
 * Journeys without a browser over an upstream with faults that a test sets and that are removed after each
 * test.
 */

export interface FaultyProduct extends WatchedProduct {
  /** The proxy between the app and the backend. */
  readonly faulty: FaultyProxy
}

export const test = journeysOn({})

/** Such journeys on a product with further options. */
export function journeysOn(product: InProcessAppOptions) {
  return plainJourneysOn(product)
    .extend('stack', { scope: 'file' }, async ({}, { onCleanup }): Promise<FaultyProduct> => {
      let faulty: FaultyProxy | undefined
      const between = async (backendUrl: string) => (faulty = await startFaultyProxy(backendUrl))
      const stack = await startWatchedApp({ ...product, between }, onCleanup)
      if (!faulty) throw new Error('nothing stands between')
      return Object.assign(stack, { faulty })
    })
    .extend('healed', { auto: true }, ({ stack }, { onCleanup }) => onCleanup(() => stack.faulty.heal()))
}

export { expect }
