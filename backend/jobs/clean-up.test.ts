import { lte, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { after, firstDay, join, newId } from '../../tests/support/funds'
import { until } from '../../tests/support/program'
import { hourMs } from '../clock'
import { type TestDatabase, testDatabase, serversFor } from '../../tests/support/postgres'
import { recordActivity } from '../activity/record'
import { storeCode } from '../auth/phone-codes'
import { storeEmailCode } from '../auth/email-codes'
import { replaceCode } from '../auth/password-codes'
import { callerOf, endTokens, issueToken } from '../auth/tokens'
import { batchOf, deleteInBatches } from '../db/delete-in-batches'
import { locks } from '../db/locks'
import { idempotencyKeys, keptAnswers } from '../db/schema/access'
import { outbox } from '../db/schema/notifications'
import { reserve } from '../idempotency/reserve'
import { postMessage } from '../outbox/outbox'
import { cleanUp } from './clean-up'
import { runAlone } from './run-alone'
import { startHourlyCleanup } from './schedule'

describe.each(serversFor('clean-up'))('cleaning up on the %s PostgreSQL', (server) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await testDatabase({ server })
  })
  afterAll(() => database.drop())

  const countsOf = async () => {
    const tables = [
      'phone_codes',
      'email_codes',
      'password_codes',
      'tokens',
      'idempotency_keys',
      'idempotency_reservations',
      'kept_answers',
      'outbox',
      'activity',
    ]
    const { rows } = await database.pool.query<Record<string, number>>(
      `select ${tables.map((table) => `(select count(*)::int from ${table}) as ${table}`).join(', ')}`,
    )
    return tables.map((table) => rows[0]![table])
  }
  const log = { error: (details: object) => expect.unreachable(JSON.stringify(details)) }

  test('deletes what has expired and nothing else, however often it runs', async () => {
    const { db } = database
    const userId = await join(db)
    const origin = { userId, device: null, address: '192.0.2.1' }
    await storeCode(db, { id: newId(), code: '1', userId, phone: '+37061234567', now: firstDay })
    await storeEmailCode(db, { id: newId(), code: '1', userId, email: 'kai@example.org', now: firstDay })
    await replaceCode(db, { id: newId(), code: '1', userId, now: firstDay })
    const ended = await issueToken(db, { ...origin, id: newId(), now: firstDay })
    await endTokens(db, userId, firstDay)
    const live = await issueToken(db, { ...origin, id: newId(), now: after(5) })
    const answer = { requestHash: 'x', state: 'done', status: 200, body: {} } as const
    const key = { userId, key: newId(), call: 'x', createdAt: firstDay, expiresAt: after(1) }
    await db.insert(idempotencyKeys).values({ ...key, ...answer })
    await reserve(db, { userId, key: newId() }, firstDay)
    const kept = { keyHash: newId(), call: 'x', request: 'x', answer: 'x' }
    await db.insert(keptAnswers).values({ ...kept, expiresAt: new Date(firstDay.getTime() + hourMs) })
    const words = {
      channel: 'sms',
      recipient: '+37061234567',
      kind: 'x',
      values: {},
      language: 'en',
    } as const
    await postMessage(db, { id: newId(), userId: null, network: '192.0.2.1', createdAt: firstDay }, words)
    for (const at of [firstDay, after(30)])
      await recordActivity(db, newId, { userId, at, kind: 'signed_in', origin: null })
    const networks = async () => (await db.select().from(outbox)).map(({ network }) => network)

    expect(await countsOf()).toEqual([1, 1, 1, 2, 1, 1, 1, 1, 2])
    await cleanUp(db, after(1, -1))
    expect(await countsOf()).toEqual([1, 1, 1, 2, 1, 0, 0, 1, 2])
    expect(await networks()).toEqual(['192.0.2.1'])
    await cleanUp(db, after(2))
    expect(await countsOf()).toEqual([0, 0, 0, 2, 0, 0, 0, 1, 2])
    expect(await networks()).toEqual([null])
    await Promise.all([cleanUp(db, after(31)), cleanUp(db, after(31))])
    expect(await countsOf()).toEqual([0, 0, 0, 2, 0, 0, 0, 0, 2])
    expect(await callerOf(db, ended, after(31))).toBeNull()
    expect(await callerOf(db, live, after(31))).not.toBeNull()
    await cleanUp(db, after(91))
    expect(await countsOf()).toEqual([0, 0, 0, 1, 0, 0, 0, 0, 2])
    await cleanUp(db, after(365))
    expect(await countsOf()).toEqual([0, 0, 0, 1, 0, 0, 0, 0, 1])
    // The last bearer is kept although it has ended: it records how long its owner was away.
    await cleanUp(db, after(400))
    expect(await countsOf()).toEqual([0, 0, 0, 1, 0, 0, 0, 0, 0])
    expect(await callerOf(db, live, after(400))).toBeNull()
  })

  test('takes old messages away in batches that find them by an index, and leaves the others', async () => {
    const { db, pool } = database
    await pool.query(
      `
      insert into outbox (id, channel, recipient, kind, values, language, created_at)
      select 'old' || n, 'email', 'kai@example.org', 'x', '{}'::jsonb, 'en', $1::timestamptz - n * interval '1 second'
      from generate_series(1, 300) as n
      union all
      select 'new' || n, 'email', 'kai@example.org', 'x', '{}'::jsonb, 'en', $1::timestamptz + n * interval '1 minute'
      from generate_series(1, 20000) as n`,
      [firstDay],
    )
    await pool.query('analyze outbox')
    const old = lte(outbox.createdAt, firstDay)
    const { rows } = await db.execute(sql`explain ${batchOf(outbox, old, 100)}`)
    expect(JSON.stringify(rows)).toContain('outbox_created_index')
    expect(await deleteInBatches(db, outbox, old, 100)).toBe(300)
    expect(await deleteInBatches(db, outbox, old, 100)).toBe(0)
    await cleanUp(db, after(30))
    expect(await db.$count(outbox)).toBe(20_000)
    await cleanUp(db, after(40))
    expect(await db.$count(outbox)).toBe(20_000 - 10 * 24 * 60)
    await db.delete(outbox)
  })

  test('only one runner of a database does it; another takes over when that one is gone', async () => {
    const { db } = database
    let runs = 0
    const cleanup = () =>
      startHourlyCleanup(db, {
        realClock: { now: () => firstDay },
        log,
        also: () => Promise.resolve(void (runs += 1)),
        intervalMs: 50,
      })
    let release: (() => void) | undefined
    const holding = runAlone(db, locks.cleanup, () => new Promise((resolve) => (release = resolve)))
    await until('one runs', () => release !== undefined)
    const second = cleanup()
    await second.stop()
    expect(runs).toBe(0)
    const third = cleanup()
    release!()
    await holding
    await until('the other runs', () => runs > 0)
    await third.stop()
  })
})
