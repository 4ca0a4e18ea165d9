import { type createClient } from 'redis'
import { inTime } from '~/redis/connect.server'
import { idempotencyKeyTtlMs, maxOpenRead } from './idempotency-keys.server'
import {
  type IdempotencyKey,
  type IdempotencyRecord,
  type IdempotencyStore,
  type OpenSubmission,
} from './types'

/**
 * Acquired keys in Redis (or Valkey), shared by all instances and kept over restarts. Invariants: acquiring is one
 * atomic command; a store that does not answer in time has granted nothing, and its caller sends nothing; one that was
 * emptied is known to have been, so that older keys are queried upstream and not just sent again.
 */

const expiration = { type: 'PX', value: idempotencyKeyTtlMs } as const

/**
 * @param client connected, and set not to queue commands while disconnected (`disableOfflineQueue`)
 * @param answerWithinMs how long one command may take; a form waits for it before anything is sent
 */
export function createRedisStore(
  client: ReturnType<typeof createClient>,
  { answerWithinMs = 2_000, now = Date.now } = {},
): IdempotencyStore {
  const ask = <Value>(command: Promise<Value>) => inTime(answerWithinMs, command)
  const take = (key: string, value: string) =>
    ask(client.set(key, value, { condition: 'NX', expiration })).then((taken) => taken !== null)
  const put = async (key: string, value: unknown) =>
    void (await ask(client.set(key, JSON.stringify(value), { expiration })))
  const get = async <Value>(key: string) => {
    const text = await ask(client.get(key))
    return text === null ? null : (JSON.parse(text) as Value) // only `put` writes under our prefix
  }
  const find = (key: string) => get<IdempotencyRecord>(recordKey(key))

  return {
    async remembersSince() {
      const since = await ask(client.get(sinceKey))
      // The store was emptied and has issued no key since: every posted key is older.
      return since === null ? Infinity : Number(since)
    },
    find,
    async acquire(key, record) {
      if (await take(recordKey(key), JSON.stringify(record))) return null
      const known = await find(key)
      if (!known) throw new Error('the existing record has gone')
      return known
    },
    saveOutcome: (key, record) => put(recordKey(key), record),
    async release(key) {
      await ask(client.del(recordKey(key)))
    },
    issuedFor: (slot) => get<IdempotencyKey>(issuedKeyOf(slot)),
    async issueFor(slot, fresh, seen) {
      await ask(client.set(sinceKey, String(fresh.issuedAt), { condition: 'NX' }))
      const current = await ask(
        client.eval(replaceIfSeen, {
          keys: [issuedKeyOf(slot)],
          arguments: [seen ? JSON.stringify(seen) : '', JSON.stringify(fresh), String(idempotencyKeyTtlMs)],
        }),
      )
      return JSON.parse(current as string) as IdempotencyKey // the script returns what it or another run of it has stored
    },
    async addOpen(userId, submission) {
      const noted = client
        .multi()
        .hSet(openSubmissionsKey(userId), submission.key, JSON.stringify(submission))
        .pExpire(openSubmissionsKey(userId), idempotencyKeyTtlMs)
        .zAdd(allOpenKey, { score: now(), value: `${submission.key} ${userId}` }, { condition: 'NX' })
        .zRemRangeByScore(allOpenKey, '-inf', now() - idempotencyKeyTtlMs)
        .exec()
      await ask(noted)
    },
    async openOf(userId) {
      const noted = await ask(client.hVals(openSubmissionsKey(userId)))
      const submissions = noted.map((text) => JSON.parse(text) as OpenSubmission) // only `addOpen` writes it
      return submissions.sort((one, other) => one.sentAt.localeCompare(other.sentAt))
    },
    async allOpen() {
      const noted = await ask(client.zRangeWithScores(allOpenKey, 0, maxOpenRead - 1))
      return noted.map(({ value, score: notedAt }) => {
        const [key = '', userId = ''] = value.split(' ')
        return { key, userId, notedAt }
      })
    },
    async removeOpen(userId, key) {
      const removed = client
        .multi()
        .hDel(openSubmissionsKey(userId), key)
        .zRem(allOpenKey, `${key} ${userId}`)
        .exec()
      await ask(removed)
    },
    async own(entry, key) {
      return (await take(entryKey(entry), key)) || (await ask(client.get(entryKey(entry)))) === key
    },
  }
}

/** One command for Redis, so that two pages that issue at once both show the same key. */
const replaceIfSeen = `
  local current = redis.call('GET', KEYS[1])
  if current and current ~= ARGV[1] then return current end
  redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
  return ARGV[2]`

const recordKey = (key: string) => `tideline:submission:${key}`
/** When the first key was issued. It never expires: it is gone only where all else is. */
const sinceKey = 'tideline:submissions-since'
const entryKey = (entry: string) => `tideline:entry:${entry}`
const openSubmissionsKey = (userId: string) => `tideline:unsettled:${userId}`
/** Those of all accounts, by the time when they were noted. */
const allOpenKey = 'tideline:unsettled-of-all'
const issuedKeyOf = (slot: string) => `tideline:issued:${slot}`
