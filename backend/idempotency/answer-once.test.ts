import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type TestDatabase, testDatabase, testServers } from '../../tests/support/postgres'
import { idempotencyReservations } from '../db/schema/access'
import { users } from '../db/schema/users'
import { type Db } from '../db/connect'
import { Refusal } from '../domain/refusal'
import { type Answer, type KeyedCall, OutsideFirst, answerOnce, forgetExpired } from './answer-once'
import { outcomeOf } from './outcome'
import { reservedMs } from './reserve'

const start = new Date('2026-03-01T12:00:00.000Z')
const hoursLater = (hours: number) => new Date(start.getTime() + hours * 3_600_000)

describe.each(testServers)('on the %s PostgreSQL, a keyed call', (server) => {
  let database: TestDatabase
  let db: Db
  let made = 0
  const userId = 'u1'

  beforeAll(async () => {
    database = await testDatabase({ server })
    db = database.db
    await db.insert(users).values({ id: userId, login: 'marta', registeredAt: start })
    await db.execute(sql`create table effects (key text not null)`)
  })
  afterAll(() => database.drop())

  const keyed = (key: string, change: Partial<KeyedCall> = {}): KeyedCall => ({
    userId,
    key,
    call: 'deposits.create',
    request: { amount: '100' },
    now: start,
    run: (tx) => effect(tx, key),
    refuse: ({ code }) => ({ status: 422, body: { code } }),
    ...change,
  })
  async function effect(tx: Db, key: string): Promise<Answer> {
    await tx.execute(sql`insert into effects values (${key})`)
    return { status: 201, body: { number: ++made } }
  }
  const effectsOf = async (key: string) => {
    const { rows } = await db.execute(sql`select 1 from effects where key = ${key}`)
    return rows.length
  }

  it('whose connection breaks half-way leaves neither an effect nor a claimed key', async () => {
    const dying = keyed('dies', {
      async run(tx) {
        await effect(tx, 'dies')
        const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
        await db.execute(sql`select pg_terminate_backend(${rows[0]!.pid})`)
        return effect(tx, 'dies')
      },
    })
    await expect(answerOnce(db, dying)).rejects.toThrow()
    expect(await effectsOf('dies')).toBe(0)
    await expect(outcomeOf(db, { userId, key: 'dies', now: start })).rejects.toThrow(new Refusal('not_found'))

    expect(await answerOnce(db, keyed('dies'))).toMatchObject({ status: 201, replayed: false })
    expect(await effectsOf('dies')).toBe(1)
  })

  it('runs slow checks without a connection, and rolls its first run back', async () => {
    const held = async () => {
      const { rows } = await db.execute<{ n: number }>(sql`
        select count(*)::int as n from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`)
      return rows[0]!.n
    }
    const seen: unknown[] = []
    let isChecked = false
    const slow = keyed('checks first', {
      async run(tx) {
        seen.push('run')
        const answer = await effect(tx, 'checks first')
        if (isChecked) return answer
        throw new OutsideFirst(async () => {
          seen.push(await held())
          isChecked = true
        })
      },
    })
    expect(await answerOnce(db, slow)).toMatchObject({ status: 201, replayed: false })
    expect(seen).toEqual(['run', 0, 'run'])
    expect(await effectsOf('checks first')).toBe(1)
    expect(await answerOnce(db, slow)).toMatchObject({ status: 201, replayed: true })
    expect(seen).toHaveLength(3)

    const wrong = keyed('checks first no', {
      run: () => Promise.reject(new OutsideFirst(() => Promise.reject(new Refusal('insufficient_funds')))),
    })
    await expect(answerOnce(db, wrong)).rejects.toThrow(new Refusal('insufficient_funds'))
    expect(await answerOnce(db, keyed('checks first no'))).toMatchObject({ replayed: false })
  })

  it('is reported as running, and refused a second time, until it ends', async () => {
    let finish = () => {}
    const held = new Promise<void>((resolve) => (finish = resolve))
    let begun = () => {}
    const beginning = new Promise<void>((resolve) => (begun = resolve))
    const first = answerOnce(
      db,
      keyed('slow', {
        async run(tx) {
          const answer = await effect(tx, 'slow')
          begun()
          await held
          return answer
        },
      }),
    )
    await beginning
    expect(await outcomeOf(db, { userId, key: 'slow', now: start })).toEqual({
      state: 'running',
      status: null,
      body: null,
    })
    await expect(answerOnce(db, keyed('slow'))).rejects.toThrow(new Refusal('in_progress'))
    finish()
    const { body } = await first
    expect(await outcomeOf(db, { userId, key: 'slow', now: start })).toEqual({
      state: 'done',
      status: 201,
      body,
    })
  })

  it('is reported as running, and refused a second time, while it does something outside', async () => {
    const [outside, begun] = [pending<string>(), pending<void>()]
    const key = 'outside'
    const waits = keyed(key, {
      async run(tx, found) {
        if (found !== undefined) return { ...(await effect(tx, key)), body: found }
        throw new OutsideFirst(() => {
          begun.resolve()
          return outside.promise
        })
      },
    })
    const first = answerOnce(db, waits)
    await begun.promise
    expect(await outcomeOf(db, { userId, key, now: start })).toMatchObject({ state: 'running' })
    await expect(answerOnce(db, waits)).rejects.toThrow(new Refusal('in_progress'))
    outside.resolve('found')
    expect(await first).toEqual({ status: 201, body: 'found', replayed: false })
    expect(await outcomeOf(db, { userId, key, now: start })).toMatchObject({ state: 'done', body: 'found' })
    expect(await effectsOf(key)).toBe(1)
  })

  it('that ended outside is free after its reservation, and one that comes after that has no effect', async () => {
    const [outside, begun] = [pending<string>(), pending<void>()]
    const late = (key: string) =>
      keyed(key, {
        async run(tx, found) {
          if (found !== undefined) return effect(tx, key)
          throw new OutsideFirst(() => {
            begun.resolve()
            return outside.promise
          })
        },
      })
    const later = new Date(start.getTime() + reservedMs)
    const [denied, replaced] = [answerOnce(db, late('denied')), answerOnce(db, late('replaced'))]
    await begun.promise
    await vi.waitUntil(async () => (await db.$count(idempotencyReservations)) === 2)
    await expect(outcomeOf(db, { userId, key: 'denied', now: later })).rejects.toThrow(
      new Refusal('not_found'),
    )
    expect(await answerOnce(db, keyed('replaced', { now: later }))).toMatchObject({ replayed: false })
    outside.resolve('found')
    await expect(denied).rejects.toThrow(new Refusal('in_progress'))
    expect(await replaced).toMatchObject({ status: 201, replayed: true })
    expect([await effectsOf('denied'), await effectsOf('replaced')]).toEqual([0, 1])
    expect(await db.$count(idempotencyReservations)).toBe(0)
  })

  it('that is refused rolls its changes back, and the refusal is remembered', async () => {
    const refusing = keyed('refused', {
      async run(tx) {
        await effect(tx, 'refused')
        throw new Refusal('insufficient_funds')
      },
    })
    const refusal = { status: 422, body: { code: 'insufficient_funds' } }
    expect(await answerOnce(db, refusing)).toEqual({ ...refusal, replayed: false })
    expect(await answerOnce(db, keyed('refused'))).toEqual({ ...refusal, replayed: true })
    expect(await effectsOf('refused')).toBe(0)
  })

  it('that fails is forgotten and can be tried again', async () => {
    const failing = keyed('fails', {
      async run(tx) {
        await effect(tx, 'fails')
        throw new Error('out of order')
      },
    })
    await expect(answerOnce(db, failing)).rejects.toThrow('out of order')
    expect(await effectsOf('fails')).toBe(0)
    expect(await answerOnce(db, keyed('fails'))).toMatchObject({ status: 201, replayed: false })
  })

  it('is the same call with its fields in another order, and another with another value', async () => {
    await answerOnce(db, keyed('order', { request: { a: '1', b: { c: '2', d: '3' } } }))
    const reordered = keyed('order', { request: { b: { d: '3', c: '2' }, a: '1' } })
    expect(await answerOnce(db, reordered)).toMatchObject({ replayed: true })
    const other = keyed('order', { request: { a: '1', b: { c: '2', d: '4' } } })
    await expect(answerOnce(db, other)).rejects.toThrow(new Refusal('idempotency_mismatch'))
  })

  it('is remembered for 24 hours', async () => {
    await answerOnce(db, keyed('old'))
    expect(await answerOnce(db, keyed('old', { now: hoursLater(23.9) }))).toMatchObject({ replayed: true })
    await expect(outcomeOf(db, { userId, key: 'old', now: hoursLater(24) })).rejects.toThrow(Refusal)
    expect(await answerOnce(db, keyed('old', { now: hoursLater(24) }))).toMatchObject({ replayed: false })
    expect(await forgetExpired(db, hoursLater(100))).toBeGreaterThan(0)
    expect(await forgetExpired(db, hoursLater(100))).toBe(0)
  })
})

/** A promise that somebody else resolves. */
function pending<Value>() {
  let resolve: (value: Value) => void = () => {}
  const promise = new Promise<Value>((done) => (resolve = done))
  return { promise, resolve: (value: Value) => resolve(value) }
}
