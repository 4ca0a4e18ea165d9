import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { after, at, firstDay, join, openCompany, topUp, wallets } from '../../tests/support/funds'
import { type TestDatabase, testDatabase, serversFor } from '../../tests/support/postgres'
import { runDueJobs } from '../jobs/due-jobs'
import { closeDeposit, openDeposit } from './deposits'
import { type OperationQuery, listOperations } from './operations'
import { completePayment, rejectPayment } from './payment-decisions'
import { requestPayment } from './payments'

let database: TestDatabase
let ann: string

const operations = (query: OperationQuery) =>
  listOperations(
    database.db,
    { userId: ann, now: after(60), language: 'en', timeZone: 'Europe/Vilnius' },
    query,
  )
const short = async (query: OperationQuery) =>
  (await operations(query)).items.map(
    ({ type, direction, account, amount, balanceAfter }) =>
      `${type} ${direction} ${account} ${amount} ${balanceAfter}`,
  )
const withdraw = (amount: string, now: Date) =>
  database.db.transaction((tx) =>
    requestPayment(tx, at(now), {
      userId: ann,
      systemId: 'usdt-trc20',
      amount,
      wallet: wallets['usdt-trc20'],
    }),
  )

describe.each(serversFor('operations'))('the statement on the %s PostgreSQL', (server) => {
  beforeAll(async () => {
    database = await testDatabase({ server })
    const { db } = database
    await openCompany(db)
    ann = await join(db)
    // 1 January, 11:00 in Vilnius
    await topUp(db, { userId: ann, amount: '700' })
    const { id: depositId } = await db.transaction((tx) =>
      openDeposit(tx, at(firstDay), { userId: ann, planId: 'breeze', currency: 'USDT', amount: '300' }),
    )
    await runDueJobs(db, at(after(50)))
    await db.transaction((tx) => closeDeposit(tx, at(after(50, 1000)), { userId: ann, depositId }))
    const rejected = await withdraw('100', after(51))
    await db.transaction((tx) => rejectPayment(tx, at(after(52)), { paymentId: rejected.id, reason: 'No' }))
    const completed = await withdraw('50', after(53))
    await db.transaction((tx) => completePayment(tx, at(after(53, 1)), { paymentId: completed.id }))
    await withdraw('20', after(54))
  })
  afterAll(() => database.drop())

  test('has one row per affected account, newest first, each with the balance after it', async () => {
    expect(await short({ limit: 6 })).toEqual([
      'payment out balance 20 796.5',
      'payment out balance 50 816.5',
      'payment_return in balance 100 866.5',
      'payment out balance 100 766.5',
      'deposit_close in balance 300 866.5',
      'deposit_close out balance_dep 300 0',
    ])
    expect(await short({ limit: 4, sort: 'createdAt' })).toEqual([
      'refill in balance 700 700',
      'deposit_open out balance 300 400',
      'deposit_open in balance_dep 300 300',
      'accrual in balance 3.33 403.33',
    ])
  })

  test('counts all rows and sums them up: opening + in − out = closing', async () => {
    const { total, summary } = await operations({})
    // 1 refill, 2 opening, 50 accruals, 2 closing, 3 payments, 1 return
    expect(total).toBe(59)
    // in: 700 + 166.5 + 300 + 100; out: 300 + 100 + 50 + 20
    expect(summary).toEqual({
      USDT: {
        balance: { opening: '0', in: '1266.5', out: '470', closing: '796.5' },
        balance_dep: { opening: '0', in: '300', out: '300', closing: '0' },
      },
    })
  })

  test('from and to are inclusive days of the zone; the opening is the balance before', async () => {
    // 2 and 3 January hold one accrual each
    const { total, summary } = await operations({ from: '2026-01-02', to: '2026-01-03' })
    expect(total).toBe(2)
    expect(summary.USDT).toEqual({
      balance: { opening: '400', in: '6.66', out: '0', closing: '406.66' },
      balance_dep: { opening: '300', in: '0', out: '0', closing: '300' },
    })
  })

  test('filters by type, account, currency and state', async () => {
    expect(await short({ account: 'balance_dep', sort: 'createdAt' })).toEqual([
      'deposit_open in balance_dep 300 300',
      'deposit_close out balance_dep 300 0',
    ])
    expect((await operations({ type: 'accrual' })).total).toBe(50)
    expect((await operations({ currency: 'BTC' })).items).toEqual([])
    expect(await short({ status: 'pending' })).toEqual(['payment out balance 20 796.5'])
    expect(await short({ status: 'rejected' })).toEqual(['payment out balance 100 766.5'])
    expect((await operations({ status: 'completed' })).total).toBe(57)
    expect(await short({ type: 'payment', sort: 'amount', sortDir: 'desc' })).toEqual([
      'payment out balance 100 766.5',
      'payment out balance 50 816.5',
      'payment out balance 20 796.5',
    ])
  })

  test("shows no other investor's rows", async () => {
    const bob = await join(database.db)
    const reader = { userId: bob, now: after(60), language: 'en', timeZone: 'UTC' } as const
    expect(await listOperations(database.db, reader, {})).toMatchObject({ items: [], total: 0, summary: {} })
  })
})
