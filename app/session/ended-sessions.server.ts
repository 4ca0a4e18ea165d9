/**
 * Sessions that were signed out: the cookie of one that comes back, from another tab's late answer or from a copy,
 * opens nothing. A sealed cookie can't be taken back from a browser; this remembers for as long as it could live.
 */
export interface EndedSessions {
  add: (id: string) => void
  has: (id: string) => boolean
  /** Called for each session that ends, as it ends. */
  onEnd: (listener: (id: string) => void) => void
}

/** @param maxEntries ids to keep; beyond it the oldest are dropped, whose cookies are the closest to their own end */
export function createEndedSessions(ttlMs: number, now: () => number, maxEntries = 100_000): EndedSessions {
  const ended = new Map<string, number>()
  const listeners: ((id: string) => void)[] = []
  return {
    add(id) {
      ended.set(id, now() + ttlMs)
      for (const [oldest, untilMs] of ended) {
        if (untilMs > now() && ended.size <= maxEntries) break
        ended.delete(oldest)
      }
      for (const listener of listeners) listener(id)
    },
    has: (id) => (ended.get(id) ?? 0) > now(),
    onEnd: (listener) => void listeners.push(listener),
  }
}
