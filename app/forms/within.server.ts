import { setTimeout } from 'node:timers/promises'

/** The result of a promise; null if it takes longer than this. The promise goes on. */
export async function within<Value>(ms: number, promise: Promise<Value>): Promise<Value | null> {
  const timer = new AbortController()
  const late = setTimeout(ms, null, { signal: timer.signal })
  return Promise.race([promise, late]).finally(() => timer.abort())
}
