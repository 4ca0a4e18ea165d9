import { isDeepStrictEqual } from 'node:util'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { after, at, firstDay, join, newId, openCompany, topUp } from '../../tests/support/funds'
import { failingConnection } from '../../tests/support/failing-connection'
import { type TestDatabase, testDatabase, serversFor } from '../../tests/support/postgres'
import { storeCode } from '../auth/phone-codes'
import { storeEmailCode } from '../auth/email-codes'
import { replaceCode } from '../auth/password-codes'
import { endTokens, issueToken } from '../auth/tokens'
import { type Db } from '../db/connect'
import { idempotencyKeys } from '../db/schema/access'
import { openDeposit } from '../funds/deposits'
import { quoteRates } from '../funds/quotes'
import { requestRefill } from '../funds/refills'
import { buySubscription } from '../funds/subscriptions'
import { postMessage } from '../outbox/outbox'
import { cleanUp } from './clean-up'
import { runDueJobs } from './due-jobs'

/**
 * Jobs that fail at each of their statements in turn: completed work stays, the rest is done by the next run,
 * once.
 */

describe.each(serversFor('killed'))('killed half-way on the %s PostgreSQL', (server) => {
  let database: TestDatabase
  let client: pg.Client
  let db: Db
  let connection: ReturnType<typeof failingConnection>
  beforeEach(async () => {
    database = await testDatabase({ server })
    client = new pg.Client({ connectionString: database.url })
    await client.connect()
    connection = failingConnection(client)
    db = drizzle({ client })
  })
  afterEach(async () => {
    await client.end()
    await database.drop()
  })

  /**
   * Runs a job until it succeeds, each time failing one statement later, and from the first one again once a
   * part of it is committed. Returns the failed statements, and each state that they left.
   */
  async function failAtEachStatement(
    run: () => Promise<void>,
    { from, state }: { from: 'begin' | 'start'; state: () => Promise<unknown> },
  ) {
    const failedStatements: string[] = []
    const states = [await state()]
    for (let statement = 1; ; statement++) {
      const failedStatement = await connection.failAt(statement, run, { from })
      const left = await state()
      if (!isDeepStrictEqual(left, states.at(-1))) {
        states.push(left)
        statement = 0
      }
      if (failedStatement === null) return { failedStatements, states }
      failedStatements.push(failedStatement)
    }
  }
  const figures = async (query: string) => (await client.query({ text: query, rowMode: 'array' })).rows

  test('the jobs book each day once, and end and notify each top-up and subscription once', async () => {
    await openCompany(db)
    const userId = await join(db)
    const inTransaction = <Result>(run: (tx: Db) => Promise<Result>) => db.transaction(run)
    await topUp(db, { userId, amount: '200' })
    await inTransaction((tx) =>
      openDeposit(tx, at(firstDay), { userId, planId: 'breeze', currency: 'USDT', amount: '100' }),
    )
    await inTransaction((tx) => buySubscription(tx, at(firstDay), { userId, optionId: 'month' }))
    await inTransaction((tx) => requestRefill(tx, at(after(29)), { userId, systemId: 'trx', amount: '400' }))
    const state = () =>
      figures(`select r.status, s.ended_at is not null, d.accruals, (select count(*)::int from accruals),
          (select count(*)::int from notifications where kind = 'refill_expired'),
          (select count(*)::int from notifications where kind = 'subscription_ended'),
          (select balance::float from ledger_accounts where user_id = d.user_id and kind = 'balance')
        from deposits d, subscriptions s, refills r where r.system_id = 'trx'`)
    const { failedStatements, states } = await failAtEachStatement(() => runDueJobs(db, at(after(30))), {
      from: 'begin',
      state,
    })
    // Each of the three is undone or done together with its notification; there is no state in between.
    expect(states).toEqual([
      [['pending', false, 0, 0, 0, 0, 75]],
      [['timeout_expired', false, 0, 0, 1, 0, 75]],
      [['timeout_expired', true, 0, 0, 1, 1, 75]],
      [['timeout_expired', true, 30, 30, 1, 1, 108.3]],
    ])
    expect(failedStatements.filter((failedStatement) => failedStatement === 'commit')).toHaveLength(3)
    for (const statement of [
      'update "refills"',
      'update "subscriptions"',
      'with done as ( insert into accruals',
    ]) {
      expect(failedStatements.some((failedStatement) => failedStatement.startsWith(statement))).toBe(true)
    }
    await runDueJobs(db, at(after(30)))
    expect(await state()).toEqual(states.at(-1))
  })

  test('the clean-up keeps what it must, and deletes the rest the next time', async () => {
    await openCompany(db)
    const userId = await join(db)
    const origin = { userId, device: null, address: '192.0.2.1' }
    await storeCode(db, { id: newId(), code: '1', userId, phone: '+37061234567', now: firstDay })
    await storeEmailCode(db, { id: newId(), code: '1', userId, email: 'kai@example.org', now: firstDay })
    await replaceCode(db, { id: newId(), code: '1', userId, now: firstDay })
    await issueToken(db, { ...origin, id: newId(), now: firstDay })
    await endTokens(db, userId, firstDay)
    await issueToken(db, { ...origin, id: newId(), now: after(110) })
    await quoteRates(db, at(firstDay), userId)
    const answer = { call: 'x', requestHash: 'x', state: 'done', status: 200, body: {} } as const
    const key = { userId, key: newId(), createdAt: firstDay, expiresAt: after(1) }
    await db.insert(idempotencyKeys).values({ ...key, ...answer })
    const words = {
      channel: 'sms',
      recipient: '+37061234567',
      kind: 'x',
      values: {},
      language: 'en',
    } as const
    await postMessage(db, { id: newId(), userId, createdAt: firstDay }, words)
    const left = () =>
      figures(
        `select ${[
          'idempotency_keys',
          'rate_quotes',
          'phone_codes',
          'email_codes',
          'password_codes',
          'tokens',
          'outbox',
        ]
          .map((table) => `(select count(*)::int from ${table})`)
          .join(', ')}`,
      )
    expect(await left()).toEqual([[1, 1, 1, 1, 1, 2, 1]])

    const { failedStatements, states } = await failAtEachStatement(() => cleanUp(db, after(120)), {
      from: 'start',
      state: left,
    })
    expect(new Set(failedStatements).size).toBeGreaterThanOrEqual(7)
    // One table after the other, and only what has expired.
    expect(states).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7].map((done) => [[1, 1, 1, 1, 1, 2, 1].map((n, i) => (i < done ? n - 1 : n))]),
    )
  })
})
