import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { after, at, join, openCompany, topUp, wallets } from '../../tests/support/funds'
import { type TestDatabase, testDatabase, serversFor } from '../../tests/support/postgres'
import { until } from '../../tests/support/program'
import { type Db } from '../db/connect'
import { accrued } from '../domain/investor-postings'
import { matchingPaid } from '../domain/reward-postings'
import { Books } from './books'
import { type FundsContext } from './context'
import { openDeposit } from './deposits'
import { cancelPayment, completePayment, rejectPayment } from './payment-decisions'
import { requestPayment } from './payments'

/**
 * Due events are booked first, so that each line's balance follows from the line before it; no job runs in
 * these tests.
 */

let database: TestDatabase

const halfDay = 43_200_000
const inTransaction = <Result>(run: (tx: Db) => Promise<Result>) => database.db.transaction(run)
const open = (userId: string, now: Date, amount = '100') =>
  inTransaction((tx) => openDeposit(tx, at(now), { userId, planId: 'breeze', currency: 'USDT', amount }))
const withdraw = (userId: string, now: Date) =>
  inTransaction((tx) =>
    requestPayment(tx, at(now), {
      userId,
      systemId: 'usdt-trc20',
      amount: '20',
      wallet: wallets['usdt-trc20'],
    }),
  )

/** Lines of all investors whose balance is not the sum of the statement up to them. */
async function broken(): Promise<unknown[]> {
  const { rows } = await database.db.execute(sql`
    select account_id, type, occurred_at, balance_after, running from (
      select *, sum(amount) over (partition by account_id order by occurred_at, seq) as running
      from ledger_lines where user_id is not null
    ) lines where balance_after <> running`)
  return rows
}
async function accrualsOf(userId: string): Promise<number> {
  const { rows } = await database.db.execute<{ booked: number }>(
    sql`select coalesce(sum(accruals), 0)::int as booked from deposits where user_id = ${userId}`,
  )
  return rows[0]!.booked
}

async function someoneWaits(): Promise<boolean> {
  const { rows } = await database.db.execute(sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  return rows.length > 0
}

describe.each(serversFor('statement-order'))('the statement on the %s PostgreSQL', (server) => {
  beforeAll(async () => {
    database = await testDatabase({ server })
    await openCompany(database.db)
  })
  afterAll(() => database.drop())

  test('an action that had to wait for a later one is booked after it', async () => {
    const userId = await join(database.db)
    await topUp(database.db, { userId, amount: '1000' })
    await open(userId, after(1, 5))
    await open(userId, after(1, 0))
    expect(await broken()).toEqual([])
    const { rows } = await database.db.execute<{ at: string; balance: string }>(sql`
      select occurred_at as at, balance_after as balance from ledger_lines
      where user_id = ${userId} and account = 'balance' and type = 'deposit_open' order by seq`)
    expect(rows.map(({ at, balance }) => [new Date(at), Number(balance)])).toEqual([
      [after(1, 5), 900],
      [after(1, 5), 800],
    ])
  })

  test('crediting a top-up books what was due before', async () => {
    const userId = await join(database.db)
    await topUp(database.db, { userId, amount: '300' })
    await open(userId, after(0))
    await topUp(database.db, { userId, amount: '50', now: after(2, halfDay) })
    expect(await accrualsOf(userId)).toBe(2)
    expect(await broken()).toEqual([])
  })

  type Decide = (
    tx: Db,
    context: FundsContext,
    which: { paymentId: string; userId: string },
  ) => Promise<unknown>
  test.each<[string, Decide]>([
    ['cancelled', cancelPayment],
    ['completed', completePayment],
    ['rejected', (tx, context, which) => rejectPayment(tx, context, { ...which, reason: 'no' })],
  ])('a withdrawal that is %s books what was due before', async (_, decide) => {
    const userId = await join(database.db)
    await topUp(database.db, { userId, amount: '300', now: after(10) })
    await open(userId, after(10))
    const { id: paymentId } = await withdraw(userId, after(11, halfDay))
    await inTransaction((tx) => decide(tx, at(after(13, halfDay)), { paymentId, userId }))
    expect(await accrualsOf(userId)).toBe(3)
    expect(await broken()).toEqual([])
  })

  test('matching and referral rewards book what was due for the inviter before', async () => {
    const grand = await join(database.db)
    const inviter = await join(database.db, grand)
    const [partner, sibling] = [await join(database.db, inviter), await join(database.db, inviter)]
    for (const userId of [inviter, partner, sibling, grand]) {
      await topUp(database.db, { userId, amount: '2000', now: after(20) })
      await open(userId, after(20, Number(userId === grand) * 1000), '1000')
    }
    // The partners' accruals pay matching to the inviter, whose own pay it to the inviter above.
    await withdraw(inviter, after(22, halfDay))
    expect(await Promise.all([grand, inviter, partner, sibling].map(accrualsOf))).toEqual([2, 2, 2, 2])
    await open(partner, after(24, halfDay))
    expect(await Promise.all([grand, inviter, partner, sibling].map(accrualsOf))).toEqual([4, 4, 4, 4])
    expect(await broken()).toEqual([])
  })

  test('what is due for other investors waits for the job', async () => {
    const [userId, stranger] = [await join(database.db), await join(database.db)]
    await topUp(database.db, { userId: stranger, amount: '100', now: after(30) })
    await open(stranger, after(30))
    await topUp(database.db, { userId, amount: '100', now: after(31, halfDay) })
    expect(await accrualsOf(stranger)).toBe(0)
  })

  test('inviters more than three levels up get no turnover of an opening', async () => {
    const chain: string[] = []
    for (let level = 0; level < 6; level++) chain.push(await join(database.db, chain.at(-1) ?? null))
    for (const userId of chain) {
      await topUp(database.db, { userId, amount: '300', now: after(40) })
      await open(userId, after(40))
    }
    await open(chain[5]!, after(41, halfDay))
    const { rows } = await database.db.execute<{ turnover: number }>(
      sql`select turnover::int from users where id = any(${sql.param(chain)}::text[]) order by registered_at, length(id), id`,
    )
    // Each of the six opened 100, the last one twice.
    expect(rows.map(({ turnover }) => turnover)).toEqual([300, 300, 400, 300, 200, 0])
  })

  test('booking income and then a reward causes no deadlock with a job that books both', async () => {
    const [one, other] = [await join(database.db), await join(database.db)]
    const occasion = (userId: string) => ({ userId, occurredAt: after(50) })
    const income = (userId: string) =>
      accrued(occasion(userId), { depositId: userId, k: 1, creditedUsdt: '1' })
    const reward = (userId: string) =>
      matchingPaid(occasion(userId), { depositId: userId, k: 1, partnerId: one, amount: '1', held: false })
    let job: Promise<unknown> = Promise.resolve()
    await inTransaction(async (tx) => {
      const books = await Books.open(tx, at(after(50)), [one])
      books.post(income(one))
      await books.write()
      job = inTransaction(async (jobs) => {
        const theirs = await Books.open(jobs, at(after(50)), [other])
        theirs.post(income(other))
        theirs.post(reward(other))
        await theirs.write()
      })
      await until('the job waits for the house', someoneWaits)
      books.post(reward(one))
      await books.write()
    })
    await job
  })
})
