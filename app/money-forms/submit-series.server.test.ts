import { randomBytes } from 'node:crypto'
import { createClient } from 'redis'
import { describe, expect, onTestFinished, test } from 'vitest'
import { operatorPaths } from '~/operator-paths'
import { createSealer } from '~/session/seal.server'
import { createIdempotencyKeys } from './idempotency-keys.server'
import { createMemoryStore } from './memory-store.server'
import { recordOf } from './records.server'
import { createRedisStore } from './redis-store.server'
import { type IdempotencyStore } from './types'

const redisUrl = process.env['REDIS_URL_TEST']
const stores: [string, () => Promise<IdempotencyStore>][] = [
  ['memory', () => Promise.resolve(createMemoryStore())],
  ...(redisUrl ? [['Redis', () => redisStore(redisUrl)] as [string, () => Promise<IdempotencyStore>]] : []),
]

async function redisStore(url: string): Promise<IdempotencyStore> {
  const client = createClient({ url, disableOfflineQueue: true })
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.destroy())
  return createRedisStore(client)
}

/** The longest ids of the contract: 128 signs, of one byte each or of four; as many as a page of a queue has. */
const maximal = (sign: string) =>
  Array.from({ length: 100 }, (_, place) => sign.repeat(126) + String(place).padStart(2, '0'))
const uuids = (length: number) => Array.from({ length }, () => crypto.randomUUID())

describe.each(stores)('in %s', (_, open) => {
  test.each([
    ['of our own backend', uuids(100), false],
    ['of our own backend, more than one looks at', uuids(1_000), true],
    ['of 128 signs', maximal('n'), true],
    ['of 128 quotation marks', maximal('"'), true],
    ['of 128 signs of four bytes', maximal('\u{1F6A2}'), true],
  ])('an address leads to all results of a series with ids %s', async (_, ids, isInRecord) => {
    const store = await open()
    const userId = 'n'.repeat(128)
    const keysOf = (id: string) =>
      createIdempotencyKeys({
        sealer: createSealer(['4f1c9a6de2b87035c4d1ee907a52b638']),
        store,
        log: { warn: () => undefined },
      }).for({ user: { id } })
    const series = {
      ...{ key: randomBytes(18).toString('base64url'), form: 'operator.decideVerification' as const, userId },
      values: { decision: 'complete', words: 'w'.repeat(16) },
      parts: ids,
      ...{ startedAt: Date.now(), sentAt: new Date().toISOString() },
    } as const
    const sealed = await keysOf(userId).sealSeries(series)
    expect(operatorPaths.severalResults('verifications', sealed).length).toBeLessThan(8_000)
    const before = await keysOf(userId).openSeries(sealed)
    expect(before).toEqual({ ...series, parts: isInRecord ? null : ids })

    await store.acquire(series.key, { ...recordOf(series, { state: 'done', id: null }), parts: ids })
    expect(await keysOf(userId).openSeries(sealed)).toEqual(series)
    expect(await keysOf('another').openSeries(sealed)).toBeNull()
  })
})
