import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { after, at, firstDay, join, openCompany, topUp } from '../../tests/support/funds'
import { type TestDatabase, testDatabase, testServers } from '../../tests/support/postgres'
import { balanceOf } from './balance'
import { exchange } from './exchanges'
import { quoteRates } from './quotes'
import { buySubscription, subscriptionOf } from './subscriptions'

let database: TestDatabase

async function swap(userId: string, from: string, to: string, amount: string, context = at(firstDay)) {
  const { id: rateId } = await quoteRates(database.db, at(firstDay))
  return database.db.transaction((tx) => exchange(tx, context, { userId, from, to, amount, rateId }))
}

describe.each(testServers)('exchange and subscription on the %s PostgreSQL', (server) => {
  beforeAll(async () => {
    database = await testDatabase({ server })
    await openCompany(database.db)
  })
  afterAll(() => database.drop())

  test('1,000 USDT buy 0.02 BTC at 50,000, and those buy 0.4 ETH at 2,500', async () => {
    const userId = await join(database.db)
    await topUp(database.db, { userId, amount: '1000' })
    expect(await swap(userId, 'USDT', 'BTC', '1000')).toMatchObject({
      amountFrom: '1000',
      amountTo: '0.02',
      rate: '0.00002',
    })
    expect(await swap(userId, 'BTC', 'ETH', '0.02')).toMatchObject({ amountTo: '0.4', rate: '20' })
    const { currencies, totalInUsdt } = await balanceOf(database.db, userId, firstDay)
    expect(currencies.ETH).toEqual({ balance: '0.4', balance_dep: '0', rate: '2500', inUsdt: '1000' })
    expect([currencies.USDT?.balance, currencies.BTC?.balance, totalInUsdt]).toEqual(['0', '0', '1000'])
  })

  test('what can not be exchanged is refused', async () => {
    const userId = await join(database.db)
    await topUp(database.db, { userId, amount: '100' })
    await expect(swap(userId, 'USDT', 'BTC', '100.01')).rejects.toMatchObject({ code: 'insufficient_funds' })
    await expect(swap(userId, 'USDT', 'BTC', '0.5')).rejects.toMatchObject({
      code: 'amount_below_min',
      params: { min: '1', currency: 'USDT' },
    })
    await expect(swap(userId, 'USDT', 'USDT', '10')).rejects.toMatchObject({
      code: 'validation',
      field: 'to',
    })
    await expect(swap(userId, 'DOGE', 'USDT', '10')).rejects.toMatchObject({ field: 'from' })
    const late = at(firstDay, after(0, 120_000))
    await expect(swap(userId, 'USDT', 'BTC', '10', late)).rejects.toMatchObject({ code: 'rate_expired' })
  })

  test('a quote is shared for a moment and never changes', async () => {
    const first = await quoteRates(database.db, at(firstDay, after(5)))
    const shared = await quoteRates(database.db, at(firstDay, after(5, 4_000)))
    const next = await quoteRates(database.db, at(firstDay, after(5, 6_000)))
    expect(shared.id).toBe(first.id)
    expect(next.id).not.toBe(first.id)
    expect(first.rates).toEqual({ USDT: '1', BTC: '50000', ETH: '2500', TRX: '0.25' })
    expect(first.expiresAt).toEqual(after(5, 120_000))
  })

  test('a subscription bought while one is active adds its days', async () => {
    const userId = await join(database.db)
    await topUp(database.db, { userId, amount: '60' })
    const buy = (now: Date) =>
      database.db.transaction((tx) => buySubscription(tx, at(now), { userId, optionId: 'month' }))
    await buy(firstDay)
    await buy(after(10))
    const shown = (now: Date) => subscriptionOf(database.db, { userId, now, language: 'en' })
    expect(await shown(after(10))).toMatchObject({
      title: 'Month',
      status: 'active',
      startedAt: firstDay.toISOString(),
      expiresAt: after(60).toISOString(),
    })
    expect((await shown(after(60)))?.status).toBe('expired')
    expect((await balanceOf(database.db, userId, after(10))).balance).toBe('10')
    await expect(buy(after(11))).rejects.toMatchObject({ code: 'insufficient_funds' })
  })
})
