import { idempotencyKeyTtlMs, maxOpenRead } from './idempotency-keys.server'
import { isFinal } from './records.server'
import {
  type IdempotencyKey,
  type IdempotencyRecord,
  type IdempotencyStore,
  type NotedSubmission,
  type OpenSubmission,
} from './types'

/**
 * Acquired keys in this process's memory: right for one instance. It forgets at a restart, and exposes since when it
 * remembers, so that an older key is queried upstream and not just sent again. Invariants: a key whose call may still
 * be under way is never evicted.
 */

/**
 * @param now this process's clock, in milliseconds since the epoch
 * @param capacity the maximum number of keys; beyond it the oldest ones with a final outcome are evicted, and without
 * any of those no new key is acquired
 */
export function createMemoryStore(now: () => number = Date.now, capacity = 50_000): IdempotencyStore {
  const records = new Expiring<IdempotencyRecord>(now, capacity, isFinal)
  const owners = new Expiring<string>(now, capacity, () => true)
  const issuedKeys = new Expiring<IdempotencyKey>(now, capacity, () => true)
  const openSubmissions = new Expiring<OpenSubmission[]>(now, capacity, () => true)
  const noted = new Expiring<NotedSubmission>(now, capacity, () => true)
  const others = (userId: string, key: string) =>
    (openSubmissions.get(userId) ?? []).filter((submission) => submission.key !== key)
  const startedAt = now()
  return {
    remembersSince: () => Promise.resolve(startedAt),
    acquire: (key, record) => answer(() => records.get(key) ?? (records.set(key, record), null)),
    find: (key) => answer(() => records.get(key)),
    saveOutcome: (key, record) => answer(() => records.set(key, record)),
    release: (key) => answer(() => records.delete(key)),
    issuedFor: (slot) => answer(() => issuedKeys.get(slot)),
    issueFor: (slot, fresh, seen) =>
      answer(() => {
        const current = issuedKeys.get(slot)
        if (current && current.key !== seen?.key) return current
        issuedKeys.set(slot, fresh)
        return fresh
      }),
    addOpen: (userId, submission) =>
      answer(() => {
        openSubmissions.set(userId, [...others(userId, submission.key), submission])
        const { key } = submission
        if (!noted.get(key)) noted.set(key, { key, userId, notedAt: now() })
      }),
    allOpen: () => answer(() => noted.all().slice(0, maxOpenRead)),
    openOf: (userId) => answer(() => openSubmissions.get(userId) ?? []),
    removeOpen: (userId, key) =>
      answer(() => {
        openSubmissions.set(userId, others(userId, key))
        noted.delete(key)
      }),
    own: (entry, key) =>
      answer(() => {
        const owner = owners.get(entry) ?? key
        owners.set(entry, owner)
        return owner === key
      }),
  }
}

/** The result of something done at once, as a promise that also carries what it throws. */
function answer<Value>(find: () => Value): Promise<Value> {
  return new Promise((resolve) => resolve(find()))
}

/** A bounded map whose entries last as long as a submission. */
class Expiring<Value> {
  /** Oldest first, since a map keeps the order of insertion. */
  readonly #kept = new Map<string, { value: Value; until: number }>()

  constructor(
    readonly now: () => number,
    readonly capacity: number,
    readonly mayForget: (value: Value) => boolean,
  ) {}

  get(key: string): Value | null {
    const kept = this.#kept.get(key)
    return kept && kept.until > this.now() ? kept.value : null
  }

  set(key: string, value: Value): void {
    if (!this.#kept.has(key)) this.#makeRoom()
    this.#kept.set(key, { value, until: this.now() + idempotencyKeyTtlMs })
  }

  /** Oldest first. */
  all(): Value[] {
    return [...this.#kept.values()].filter(({ until }) => until > this.now()).map(({ value }) => value)
  }

  delete(key: string): void {
    this.#kept.delete(key)
  }

  #makeRoom(): void {
    for (const [key, { value, until }] of this.#kept) {
      const isOver = until <= this.now()
      if (!isOver && this.#kept.size < this.capacity) return
      if (isOver || this.mayForget(value)) this.#kept.delete(key)
    }
    if (this.#kept.size >= this.capacity) throw new Error('every submission that is kept is still open')
  }
}
