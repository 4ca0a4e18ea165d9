import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { after, at, firstDay, join, openCompany, topUp } from '../../tests/support/funds'
import { type TestDatabase, testDatabase, serversFor } from '../../tests/support/postgres'
import { rates } from '../db/schema/rates'
import { balanceOf } from './balance'
import { exchange } from './exchanges'
import { quoteRates } from './quotes'
import { buySubscription, subscriptionOf } from './subscriptions'

let database: TestDatabase

async function swap(userId: string, from: string, to: string, amount: string, context = at(firstDay)) {
  const { id: rateId } = await quoteRates(database.db, at(firstDay), userId)
  return database.db.transaction((tx) => exchange(tx, context, { userId, from, to, amount, rateId }))
}

describe.each(serversFor('exchanges'))('exchange and subscription on the %s PostgreSQL', (server) => {
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

  test('an impossible exchange is refused', async () => {
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
    const late = at(firstDay, after(0, 125_000))
    await expect(swap(userId, 'USDT', 'BTC', '10', late)).rejects.toMatchObject({ code: 'rate_expired' })
  })

  test('a rate that was not confirmed for fifteen minutes buys nothing, and neither does a quote of it', async () => {
    const { db } = database
    const userId = await join(db)
    await topUp(db, { userId, amount: '100' })
    const minutes = (count: number) => after(3, count * 60_000)
    await db.insert(rates).values({ coin: 'BTC', at: minutes(0), rate: '50000' })
    const buy = async (coin: string, quotedAt: Date, now: Date) => {
      const { id: rateId } = await quoteRates(db, at(quotedAt, quotedAt), userId)
      const request = { userId, from: 'USDT', to: coin, amount: '10', rateId }
      return db.transaction((tx) => exchange(tx, at(now, quotedAt), request))
    }
    await buy('BTC', minutes(15), minutes(15))
    const late = new Date(minutes(15).getTime() + 1)
    await expect(buy('BTC', minutes(14), late)).rejects.toMatchObject({ code: 'rate_expired' })
    await expect(buy('BTC', late, late)).rejects.toMatchObject({ code: 'rate_expired' })
    expect((await quoteRates(db, at(late, minutes(20)), userId)).rates).toEqual({
      USDT: '1',
      ETH: '2500',
      TRX: '0.25',
    })
    // The others still work, and so does this one once its source has confirmed it again.
    await buy('ETH', late, late)
    await db
      .update(rates)
      .set({ confirmedUntil: minutes(30) })
      .where(eq(rates.at, minutes(0)))
    await buy('BTC', minutes(45), minutes(45))
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
