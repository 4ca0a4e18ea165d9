import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PaymentSystem, Plan } from '~/contract/settings'
import { after, at, firstDay, join, openCompany, setRate, topUp } from '../../tests/support/funds'
import { type TestDatabase, testDatabase, serversFor } from '../../tests/support/postgres'
import { plans } from '../db/schema/settings'
import { runDueJobs } from '../jobs/due-jobs'
import { listDeposits } from './deposit-list'
import { closeDeposit, openDeposit } from './deposits'
import { listPaymentSystems } from './payment-systems'
import { listPlans } from './plans'

let database: TestDatabase

describe.each(serversFor('plans'))('offers, on the %s PostgreSQL', (server) => {
  beforeAll(async () => {
    database = await testDatabase({ server })
    await openCompany(database.db)
  })
  afterAll(() => database.drop())

  test('plans have their bounds in each currency at the present rate', async () => {
    await setRate(database.db, 'BTC', after(3), '61234.56')
    const [breeze, , tsunami] = (await listPlans(database.db, { now: after(3), language: 'en' })).map(
      (plan) => Plan.parse(plan),
    )
    expect(breeze).toMatchObject({
      title: 'Breeze',
      dailyPercent: '1.11',
      termDays: 50,
      extension: { days: 50, multiplier: '2' },
      available: true,
      currencies: ['USDT', 'BTC', 'ETH', 'TRX'],
    })
    // 100 / 61,234.56 = 0.00163306 4… up; 4,999.99 / 61,234.56 = 0.08165307 2… down; the others by 2,500 and
    // 0.25
    expect(breeze?.bounds).toEqual({
      USDT: { min: '100', max: '4999.99' },
      BTC: { min: '0.00163307', max: '0.08165307' },
      ETH: { min: '0.04', max: '1.999996' },
      TRX: { min: '400', max: '19999.96' },
    })
    expect(tsunami?.bounds.USDT).toEqual({ min: '25000', max: null })
  })

  test('a disabled plan is not available', async () => {
    const depth = eq(plans.id, 'depth')
    await database.db.update(plans).set({ available: false }).where(depth)
    const shown = await listPlans(database.db, { now: firstDay, language: 'ru' })
    expect(shown.map(({ id, available }) => [id, available])).toEqual([
      ['breeze', true],
      ['depth', false],
      ['tsunami', true],
    ])
    await database.db.update(plans).set({ available: true }).where(depth)
  })

  test('payment systems have their minimums in their own currency', async () => {
    const shown = (await listPaymentSystems(database.db, { now: firstDay, isFree: false })).map((system) =>
      PaymentSystem.parse(system),
    )
    expect(shown.map(({ id, refill, payment }) => [id, refill.min, payment.min, payment.fee])).toEqual([
      ['btc', '0.0002', '0.002', '0.0001'],
      ['eth', '0.004', '0.04', '0.001'],
      ['trx', '40', '80', '2'],
      ['usdt-trc20', '10', '20', '1'],
    ])
  })

  test('without a rate nothing is offered in a currency', async () => {
    const [breeze] = await listPlans(database.db, { now: after(-2), language: 'en' })
    expect(breeze?.currencies).toEqual(['USDT'])
    expect(
      (await listPaymentSystems(database.db, { now: after(-2), isFree: false })).map(({ id }) => id),
    ).toEqual(['usdt-trc20'])
  })

  test('deposits are listed newest first, filtered, sorted, searched and paged', async () => {
    const userId = await join(database.db)
    await topUp(database.db, { userId, amount: '6000' })
    await topUp(database.db, { userId, systemId: 'trx', amount: '1000' })
    const open = (planId: string, currency: string, amount: string, now: Date) =>
      database.db.transaction((tx) => openDeposit(tx, at(now), { userId, planId, currency, amount }))
    const old = await open('breeze', 'USDT', '300', firstDay)
    const deep = await open('depth', 'USDT', '5000', after(1))
    const last = await open('breeze', 'TRX', '1000', after(2))
    await runDueJobs(database.db, at(after(50)))
    const list = (query: Parameters<typeof listDeposits>[2]) =>
      listDeposits(database.db, { userId, language: 'en' }, query)
    const ids = async (query: Parameters<typeof listDeposits>[2]) =>
      (await list(query)).items.map(({ id }) => id)

    expect(await ids({})).toEqual([last.id, deep.id, old.id])
    expect(await ids({ sort: 'amount', sortDir: 'desc' })).toEqual([deep.id, last.id, old.id])
    // The oldest is in its second term, which ends last.
    expect(await ids({ sort: 'endsAt', sortDir: 'desc' })).toEqual([old.id, last.id, deep.id])
    expect(await ids({ search: 'DEP' })).toEqual([deep.id])
    expect(await list({ limit: 2, page: 2 })).toMatchObject({
      total: 3,
      page: 2,
      limit: 2,
      items: [{ id: old.id }],
    })

    await database.db.transaction((tx) => closeDeposit(tx, at(after(50)), { userId, depositId: old.id }))
    expect(await ids({ status: 'closed' })).toEqual([old.id])
    expect(await ids({ status: 'in_progress' })).toEqual([last.id, deep.id])
  })
})
