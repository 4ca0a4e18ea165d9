import { type Stack, type StackOptions, startStack } from './stack'
import { type WatchedProduct, openWatches, slowTimeouts } from './watched'

/** A product of its own processes with both of its sides watched. */
export type WatchedStack = Stack & WatchedProduct

/** Starts a product whose every exchange, on both sides of the app, is remembered. */
export async function startWatchedStack(options: StackOptions = {}): Promise<WatchedStack> {
  const watches = openWatches(options)
  const stack = await startStack({ ...options, ...watches, env: { ...slowTimeouts, ...options.env } })
  const { upstreamCalls, answers, tokens } = watches
  return Object.assign(stack, { upstreamCalls, answers, tokens })
}
