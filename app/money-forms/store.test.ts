import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { createClient } from 'redis'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createMemoryStore } from './memory-store.server'
import { createRedisStore } from './redis-store.server'
import { idempotencyKeyTtlMs } from './idempotency-keys.server'
import { type IdempotencyRecord, type IdempotencyStore } from './types'

const running: IdempotencyRecord = {
  hash: 'hash-1',
  startedAt: 1,
  sentAt: '2026-01-05T12:00:00.000Z',
  outcome: { state: 'running' },
}
const done: IdempotencyRecord = { ...running, outcome: { state: 'done', id: 'deposit-1' } }

/** A name that no other run has. */
const name = () => randomBytes(8).toString('hex')

async function redisStore(url: string, now = Date.now): Promise<IdempotencyStore> {
  const client = createClient({ url, disableOfflineQueue: true })
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.destroy())
  return createRedisStore(client, { now })
}

const redisUrl = process.env['REDIS_URL_TEST']
type Open = (now?: () => number) => Promise<IdempotencyStore>
const stores: [string, Open][] = [
  ['memory', (now) => Promise.resolve(createMemoryStore(now))],
  ...(redisUrl ? [['Redis', (now) => redisStore(redisUrl, now)] as [string, Open]] : []),
]

describe.each(stores)('in %s', (_, open) => {
  test('of ten who acquire a key at the same time one gets it, and the others its record', async () => {
    const store = await open()
    const key = name()
    const attempts = await Promise.all(Array.from({ length: 10 }, () => store.acquire(key, running)))
    expect(attempts.filter((record) => record === null)).toHaveLength(1)
    expect(attempts.filter((record) => record !== null)).toEqual(Array(9).fill(running))
  })

  test('the outcome replaces the acquired record', async () => {
    const store = await open()
    const key = name()
    expect(await store.find(key)).toBeNull()
    await store.acquire(key, running)
    await store.saveOutcome(key, done)
    expect(await store.find(key)).toEqual(done)
    expect(await store.acquire(key, running)).toEqual(done)
  })

  test('submissions without an outcome are listed for their account until they are forgotten', async () => {
    let clock = Date.now()
    // Redis orders equal times by their keys, which are random here.
    const store = await open(() => (clock += 1))
    const [userId, another] = [name(), name()]
    const submission = (key: string, sentAt: string) => ({
      ...{ key, sentAt, form: 'deposits.create' as const, href: `/cabinet/submissions/${key}` },
    })
    const [first, second] = [
      submission(name(), '2026-01-05T12:00:00.000Z'),
      submission(name(), '2026-01-05T12:01:00.000Z'),
    ]
    for (const one of [first, second, second]) await store.addOpen(userId, one)
    expect(await store.openOf(userId)).toEqual([first, second])
    expect(await store.openOf(another)).toEqual([])
    const ofUser = async () => (await store.allOpen()).filter((one) => one.userId === userId)
    const [noted, ...others] = await ofUser()
    expect([noted?.key, ...others.map(({ key }) => key)]).toEqual([first.key, second.key])
    await store.addOpen(userId, first)
    expect((await ofUser())[0]).toEqual(noted)
    await store.removeOpen(userId, first.key)
    expect(await store.openOf(userId)).toEqual([second])
    expect((await ofUser()).map(({ key }) => key)).toEqual([second.key])
  })

  test('a key that was released can be acquired again', async () => {
    const store = await open()
    const key = name()
    await store.acquire(key, running)
    await store.release(key)
    expect(await store.acquire(key, running)).toBeNull()
  })

  test('an entry belongs to the first submission that claims it', async () => {
    const store = await open()
    const [entry, one, other] = [name(), name(), name()]
    expect(await store.own(entry, one)).toBe(true)
    expect(await store.own(entry, one)).toBe(true)
    expect(await store.own(entry, other)).toBe(false)
  })

  test('a place has the key that it was last given', async () => {
    const store = await open()
    const place = name()
    const [one, two] = [
      { key: 'one', issuedAt: 1 },
      { key: 'two', issuedAt: 2 },
    ]
    expect(await store.issuedFor(place)).toBeNull()
    expect(await store.issueFor(place, one, null)).toEqual(one)
    expect(await store.issueFor(place, two, one)).toEqual(two)
    expect(await store.issuedFor(place)).toEqual(two)
  })

  test('of several who issue a key for a place at the same time all get the same', async () => {
    const store = await open()
    const place = name()
    const issuedKeys = Array.from({ length: 10 }, (_, n) => ({ key: `key-${n}`, issuedAt: n }))
    const first = await Promise.all(issuedKeys.map((issueFor) => store.issueFor(place, issueFor, null)))
    expect(new Set(first.map(({ key }) => key)).size).toBe(1)
    const next = await Promise.all(
      issuedKeys.map(({ key }) => store.issueFor(place, { key: `next-${key}`, issuedAt: 99 }, first[0]!)), // ten of them
    )
    expect(new Set(next.map(({ key }) => key)).size).toBe(1)
    expect(next[0]?.key).toMatch(/^next-/)
  })
})

describe('memory', () => {
  test('has a time since when it remembers, and forgets after a day', async () => {
    let clock = 1_000
    const store = createMemoryStore(() => clock)
    expect(await store.remembersSince()).toBe(1_000)
    await store.acquire('key', done)
    clock += idempotencyKeyTtlMs - 1
    expect(await store.find('key')).toEqual(done)
    clock += 1
    expect(await store.find('key')).toBeNull()
  })

  test('makes room by forgetting the oldest with a final outcome', async () => {
    const store = createMemoryStore(Date.now, 2)
    await store.acquire('open', running)
    await store.acquire('final', done)
    expect(await store.acquire('new', running)).toBeNull()
    expect(await store.find('open')).toEqual(running)
    expect(await store.find('final')).toBeNull()
  })

  test('acquires nothing when every call may still be running', async () => {
    const store = createMemoryStore(Date.now, 2)
    await store.acquire('one', running)
    await store.acquire('two', running)
    await expect(store.acquire('three', running)).rejects.toThrow()
  })
})

test.skipIf(!redisUrl)('in Redis: after a flush the store reports a later start of its memory', async () => {
  const client = createClient({ url: redisUrl!, disableOfflineQueue: true, database: 9 }) // skipped without it
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.destroy())
  const store = createRedisStore(client)
  await client.del('tideline:submissions-since')
  expect(await store.remembersSince()).toBe(Infinity)
  await store.issueFor('place', { key: 'first', issuedAt: 1_000 }, null)
  await store.issueFor('place', { key: 'second', issuedAt: 2_000 }, null)
  expect(await store.remembersSince()).toBe(1_000)
})

test.skipIf(!redisUrl)('in Redis: another instance finds the key that this one acquired', async () => {
  const [one, other] = [await redisStore(redisUrl!), await redisStore(redisUrl!)] // skipped without it
  const key = name()
  await one.acquire(key, running)
  expect(await other.acquire(key, running)).toEqual(running)
})

test('a Redis that takes commands and never answers grants no key', async () => {
  const silent = createServer((socket) => void socket.on('data', () => undefined)).listen(0, '127.0.0.1')
  await new Promise((resolve) => silent.once('listening', resolve))
  onTestFinished(() => void silent.close())
  const { port } = silent.address() as { port: number }
  const client = createClient({ url: `redis://127.0.0.1:${port}` })
  client.on('error', () => undefined)
  void client.connect().catch(() => undefined)
  onTestFinished(() => client.destroy())
  const store = createRedisStore(client, { answerWithinMs: 50 })
  await expect(store.acquire('key', running)).rejects.toThrow()
})
