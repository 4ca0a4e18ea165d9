import { isDeepStrictEqual } from 'node:util'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { after, at, firstDay, join, newId, openCompany, topUp } from '../../tests/support/funds'
import { mortal } from '../../tests/support/mortal-connection'
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

/** Jobs that die at each of their statements in turn: what is done stays, what is not is done by the next run, once. */

describe.each(serversFor('killed'))('killed half-way on the %s PostgreSQL', (server) => {
  let database: TestDatabase
  let client: pg.Client
  let db: Db
  let fate: ReturnType<typeof mortal>
  beforeEach(async () => {
    database = await testDatabase({ server })
    client = new pg.Client({ connectionString: database.url })
    await client.connect()
    fate = mortal(client)
    db = drizzle({ client })
  })
  afterEach(async () => {
    await client.end()
    await database.drop()
  })

  /**
   * Runs it until it survives, dying one statement later each time, and from the first one on again once a part of it
   * is done. Returns where it died, and each state that it left.
   */
  async function dyingEverywhere(
    run: () => Promise<void>,
    { from, state }: { from: 'begin' | 'start'; state: () => Promise<unknown> },
  ) {
    const deaths: string[] = []
    const states = [await state()]
    for (let statement = 1; ; statement++) {
      const death = await fate.dyingAt(statement, run, { from })
      const left = await state()
      if (!isDeepStrictEqual(left, states.at(-1))) {
        states.push(left)
        statement = 0
      }
      if (death === null) return { deaths, states }
      deaths.push(death)
    }
  }
  const figures = async (query: string) => (await client.query({ text: query, rowMode: 'array' })).rows

  test('the jobs book each day once, and end and tell each top-up and subscription once', async () => {
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
    const { deaths, states } = await dyingEverywhere(() => runDueJobs(db, at(after(30))), {
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
    expect(deaths.filter((death) => death === 'commit')).toHaveLength(3)
    for (const statement of [
      'update "refills"',
      'update "subscriptions"',
      'with done as ( insert into accruals',
    ]) {
      expect(deaths.some((death) => death.startsWith(statement))).toBe(true)
    }
    await runDueJobs(db, at(after(30)))
    expect(await state()).toEqual(states.at(-1))
  })

  test('the clean-up leaves what it must, and takes the rest the next time', async () => {
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

    const { deaths, states } = await dyingEverywhere(() => cleanUp(db, after(120)), {
      from: 'start',
      state: left,
    })
    expect(new Set(deaths).size).toBeGreaterThanOrEqual(7)
    // One table after the other, and nothing of any but what is past its time.
    expect(states).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7].map((done) => [[1, 1, 1, 1, 1, 2, 1].map((n, i) => (i < done ? n - 1 : n))]),
    )
  })
})
