import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { after, at, firstDay, join, openCompany, setRate, topUp, wallets } from '../../tests/support/funds'
import { type TestDatabase, testDatabase, serversFor } from '../../tests/support/postgres'
import { balanceOf } from '../funds/balance'
import { openDeposit } from '../funds/deposits'
import { cancelPayment, completePayment } from '../funds/payment-decisions'
import { requestPayment } from '../funds/payments'
import { runDueJobs } from '../jobs/due-jobs'
import { statisticsOf } from './statistics'

let database: TestDatabase
const zone = 'Europe/Vilnius'
const hour = 3_600_000

describe.each(serversFor('statistics'))('statistics on the %s PostgreSQL', (server) => {
  beforeAll(async () => {
    database = await testDatabase({ server })
    await openCompany(database.db)
  })
  afterAll(() => database.drop())

  const withdraw = (userId: string, amount: string, now: Date) =>
    database.db.transaction((tx) =>
      requestPayment(tx, at(now), {
        userId,
        systemId: 'usdt-trc20',
        amount,
        wallet: wallets['usdt-trc20'],
      }),
    )

  test('are sums of operations by the days of the zone, each at the rate of its time', async () => {
    const { db } = database
    const userId = await join(db)
    await topUp(db, { userId, amount: '1000' })
    await topUp(db, { userId, systemId: 'btc', amount: '0.02' })
    await db.transaction((tx) =>
      openDeposit(tx, at(firstDay), { userId, planId: 'breeze', currency: 'BTC', amount: '0.01' }),
    )
    const paid = await withdraw(userId, '100', after(1))
    await db.transaction((tx) => completePayment(tx, at(after(1)), { paymentId: paid.id }))
    const taken = await withdraw(userId, '50', after(1))
    await db.transaction((tx) => cancelPayment(tx, at(after(1)), { paymentId: taken.id, userId }))
    await withdraw(userId, '30', after(2))
    // 23:30 in Vilnius, half an hour before the day ends there.
    await setRate(db, 'BTC', after(2, 12.5 * hour), '60000')
    await runDueJobs(db, at(after(3, hour)))

    const got = await statisticsOf(db, { userId, now: after(3, hour), timeZone: zone, days: 7 })
    // 0.000111 BTC a day: 5.55 at 50,000 twice, 6.66 at 60,000
    expect(got).toEqual({
      refills: '2000',
      payments: '100',
      depositsActive: '600',
      income: '17.76',
      incomeToday: '6.66',
      accruals: { referral: '0', matching: '0', bonus: '0' },
      currency: 'USDT',
      series: [
        { date: '2025-12-29', balance: '0', balance_dep: '0', income: '0' },
        { date: '2025-12-30', balance: '0', balance_dep: '0', income: '0' },
        { date: '2025-12-31', balance: '0', balance_dep: '0', income: '0' },
        { date: '2026-01-01', balance: '1500', balance_dep: '500', income: '0' },
        { date: '2026-01-02', balance: '1405.55', balance_dep: '500', income: '5.55' },
        { date: '2026-01-03', balance: '1481.1', balance_dep: '600', income: '5.55' },
        { date: '2026-01-04', balance: '1487.76', balance_dep: '600', income: '6.66' },
      ],
    })
    const later = await statisticsOf(db, { userId, now: after(30, hour), timeZone: zone, days: 7 })
    expect(later.series).toHaveLength(7)
    // Earlier operations are in the balance of the first day and not in its income.
    expect(later.series[0]).toEqual({
      date: '2026-01-25',
      balance: '1487.76',
      balance_dep: '600',
      income: '0',
    })
    expect(later.income).toBe('17.76')
  })

  test('of ten thousand operations take a fraction of a second', async () => {
    const { db } = database
    const userId = await join(db)
    await topUp(db, { userId, amount: '1000' })
    await db.transaction(async (tx) => {
      await tx.execute(sql`insert into ledger_entries (id, event_id, type, user_id, occurred_at)
        select 'many-' || n, 'many-' || n, 'accrual', ${userId}, ${firstDay.toISOString()}::timestamptz + n * interval '2 hours'
        from generate_series(1, 10000) as n`)
      await tx.execute(sql`insert into ledger_accounts (id, kind, currency) values ('house/yield/USDT', 'yield', 'USDT')
        on conflict (id) do nothing`)
      await tx.execute(sql`insert into ledger_lines
          (entry_id, n, account_id, user_id, account, currency, amount, balance_after, type, occurred_at)
        select 'many-' || n, leg, case leg when 1 then 'house/yield/USDT' else ${userId} || '/balance/USDT' end,
          case leg when 2 then ${userId} end, case leg when 1 then 'yield' else 'balance' end, 'USDT',
          case leg when 1 then -1 else 1 end, case leg when 1 then -n else 1000 + n end, 'accrual',
          ${firstDay.toISOString()}::timestamptz + n * interval '2 hours'
        from generate_series(1, 10000) as n, generate_series(1, 2) as leg order by n, leg`)
      await tx.execute(
        sql`update ledger_accounts set balance = balance + 10000 where id = ${userId} || '/balance/USDT'`,
      )
      await tx.execute(
        sql`update ledger_accounts set balance = balance - 10000 where id = 'house/yield/USDT'`,
      )
    })
    const now = after(900)
    const request = { userId, now, timeZone: zone, days: 3650 }
    const began = performance.now()
    const got = await statisticsOf(db, request)
    expect(performance.now() - began).toBeLessThan(1500)
    expect(got.income).toBe('10000')
    expect(got.series.reduce((total, { income }) => total + Number(income), 0)).toBe(10_000)
    expect(got.series.at(-1)).toMatchObject({ balance: (await balanceOf(db, userId, now)).balance })
  })
})
