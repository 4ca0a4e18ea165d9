import { type Stack, type StackOptions, startStack } from './stack'
import { type WatchedProduct, openWatches, slowTimeouts } from './watched'

/** A product in processes of its own, with the exchanges on both sides recorded. */
export type WatchedStack = Stack & WatchedProduct

/** Starts a product and records every exchange on both sides of the app. */
export async function startWatchedStack(options: StackOptions = {}): Promise<WatchedStack> {
  const watches = openWatches(options)
  const stack = await startStack({ ...options, ...watches, env: { ...slowTimeouts, ...options.env } })
  const { upstreamCalls, answers, tokens } = watches
  return Object.assign(stack, { upstreamCalls, answers, tokens })
}
