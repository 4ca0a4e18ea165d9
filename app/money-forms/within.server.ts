import { setTimeout } from 'node:timers/promises'

/** What a promise gives within so many milliseconds; null where it takes longer, whatever becomes of it then. */
export async function within<Value>(ms: number, promise: Promise<Value>): Promise<Value | null> {
  const timer = new AbortController()
  const late = setTimeout(ms, null, { signal: timer.signal })
  return Promise.race([promise, late]).finally(() => timer.abort())
}
