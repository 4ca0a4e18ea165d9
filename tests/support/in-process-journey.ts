import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test as base } from 'vitest'
import { type InProcessAppOptions, startApp } from './in-process-app'
import { temporaryFolder } from './postgres-servers'
import { type WatchedProduct, bearersInLog, nothingFound, openWatches, slowTimeouts, watch } from './watched'

/**
 * The base of journeys that need no browser: one product in the test's own process for each file, on a copy
 * of the demonstration, checked like all journeys (`watched.ts`).
 */
export const test = journeysOn({})

/** Journeys on a product with further options. */
export function journeysOn(product: InProcessAppOptions) {
  return base
    .extend('stack', { scope: 'file' }, ({}, { onCleanup }) => startWatchedApp(product, onCleanup))
    .extend('watched', { auto: true }, ({ stack }, { onCleanup }) => {
      const found = watch(stack)
      onCleanup(() => expect(found()).toEqual(nothingFound))
    })
}

export { expect }

/**
 * @param product by default a demonstration with its history, and limits that no journey reaches
 * @param onCleanup registers the function that stops it
 */
export async function startWatchedApp(
  product: InProcessAppOptions,
  onCleanup: (stop: () => Promise<void>) => void,
): Promise<WatchedProduct> {
  const watches = openWatches(product)
  const publicDir = await copyOfPublic()
  const app = await startApp({
    history: true,
    limitFactor: 1000,
    logLevel: 'info',
    ...product,
    ...watches,
    publicDir,
    env: { LOG_LEVEL: 'info', ...slowTimeouts, ...product.env },
  })
  const { upstreamCalls, answers, tokens } = watches
  const log = () => app.log() + (app.upstream.here?.log() ?? '')
  const stack: WatchedProduct = {
    ...{ url: app.url, backendUrl: app.upstream.url, log },
    ...{ upstreamCalls, answers, tokens },
    answered: () => app.upstream.here?.answered() ?? Promise.resolve(),
    db: app.upstream.here?.db,
  }
  onCleanup(async () => {
    await app.stop()
    await rm(publicDir, { recursive: true })
    expect(bearersInLog(stack), 'bearers in the whole log').toEqual([])
  })
  return stack
}

/** Static files without the build's output, because a build may be running. */
async function copyOfPublic(): Promise<string> {
  const folder = temporaryFolder()
  await cp('public', folder, { recursive: true, filter: (path) => path !== join('public', 'build') })
  return folder
}
