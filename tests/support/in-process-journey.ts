import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test as base } from 'vitest'
import { type InProcessAppOptions, startApp } from './in-process-app'
import { temporaryFolder } from './postgres-servers'
import { type WatchedProduct, bearersInLog, nothingFound, openWatches, slowTimeouts, watch } from './watched'

/**
 * The ground of the journeys that need no browser: a product in the test's own process, one for each file, on a copy of
 * the demonstration, under the watches that hold over all journeys (`watched.ts`).
 */
export const test = journeysOn({})

/** Journeys on a product that is started with more than the usual. */
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
 * @param product a demonstration with its history, and limits that no journey meets, unless told
 * @param onCleanup takes what ends it
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
  }
  onCleanup(async () => {
    await app.stop()
    await rm(publicDir, { recursive: true })
    expect(bearersInLog(stack), 'bearers in the whole log').toEqual([])
  })
  return stack
}

/** The files that are served as they are, without what a build makes of the sources: one may just be at work. */
async function copyOfPublic(): Promise<string> {
  const folder = temporaryFolder()
  await cp('public', folder, { recursive: true, filter: (path) => path !== join('public', 'build') })
  return folder
}
