import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { after, at, join, openCompany, setRate, topUp, wallets } from '../../tests/support/funds'
import { type TestDatabase, testDatabase, serversFor } from '../../tests/support/postgres'
import { notifications } from '../db/schema/notifications'
import { rateQuotes } from '../db/schema/rates'
import { settings } from '../db/schema/settings'
import { type Decimal, compare } from '../domain/decimal'
import { balanceOf } from './balance'
import { openDeposit } from './deposits'
import { exchange } from './exchanges'
import { cancelPayment, rejectPayment } from './payment-decisions'
import { requestPayment } from './payments'
import { findQuote, forgetQuotes, quoteRates } from './quotes'

let database: TestDatabase

/** Each test uses days of its own, so that its rates do not affect another. */
let day = 0
const moment = (ms = 0) => after(day, ms)
const minute = 60_000

const quote = (userId: string | null, now = moment()) => quoteRates(database.db, at(now), userId)
const swap = (userId: string, from: string, to: string, amount: string, rateId: string, now = moment()) =>
  database.db.transaction((tx) => exchange(tx, at(now), { userId, from, to, amount, rateId }))
const rich = async (amount = '100000') => {
  const userId = await join(database.db)
  await topUp(database.db, { userId, amount, now: moment() })
  return userId
}
const free = async (userId: string, currency: string) =>
  (await balanceOf(database.db, userId, moment(minute))).currencies[currency]?.balance
const overtaken = { code: 'rate_expired' }

async function setSpread(spreadPercent: Decimal) {
  const [row] = await database.db.select().from(settings).where(eq(settings.key, 'limits'))
  const value = { ...(row!.value as object), exchange: { min: '1', spreadPercent } }
  await database.db.update(settings).set({ value }).where(eq(settings.key, 'limits'))
}

describe.each(serversFor('quotes'))('quotes on the %s PostgreSQL', (server) => {
  beforeAll(async () => {
    database = await testDatabase({ server })
    await openCompany(database.db)
  })
  afterAll(() => database.drop())

  async function newDay() {
    day += 1
    for (const [coin, rate] of [
      ['BTC', '50000'],
      ['ETH', '2500'],
      ['TRX', '0.25'],
    ] as const)
      await setRate(database.db, coin, moment(), rate)
  }

  test("two quotes at two rates can't be combined for a gain", async () => {
    await newDay()
    const userId = await rich()
    const low = await quote(userId)
    await setRate(database.db, 'BTC', moment(minute), '50050')
    const high = await quote(userId, moment(minute))
    const now = moment(minute + 1)
    await expect(swap(userId, 'USDT', 'BTC', '100000', low.id, now)).rejects.toMatchObject(overtaken)
    const { amountTo: bitcoin } = await swap(userId, 'USDT', 'BTC', '100000', high.id, now)
    const { amountTo: usdt } = await swap(userId, 'BTC', 'USDT', bitcoin, high.id, now)
    expect(compare(usdt, '100000')).not.toBe(1)
  })

  test('foreseeing a rate gains nothing: a quote gives no more than the present rates', async () => {
    await newDay()
    const userId = await rich()
    const { id } = await quote(userId)
    await setRate(database.db, 'BTC', moment(minute), '50000.000001')
    await expect(swap(userId, 'USDT', 'BTC', '1000', id, moment(minute))).rejects.toMatchObject(overtaken)
    expect(await free(userId, 'USDT')).toBe('100000')
    // The other way the present rates give more than the quote: the investor gets the confirmed amount.
    await setRate(database.db, 'BTC', moment(minute + 1), '49000')
    expect(await swap(userId, 'USDT', 'BTC', '1000', id, moment(minute + 1))).toMatchObject({
      amountTo: '0.02',
      rate: '0.00002',
    })
  })

  test('an exchange that waited for a lock uses the rates at the end of the wait', async () => {
    await newDay()
    const userId = await rich()
    const { id } = await quote(userId)
    const request = { userId, from: 'USDT', to: 'BTC', amount: '1000', rateId: id }
    await setRate(database.db, 'BTC', moment(minute), '50001')
    const waited = { ...at(moment()), present: () => moment(minute) }
    await expect(database.db.transaction((tx) => exchange(tx, waited, request))).rejects.toMatchObject(
      overtaken,
    )
    expect(await free(userId, 'USDT')).toBe('100000')
  })

  test('an investor has one quote: equal rates prolong it, other rates replace it', async () => {
    await newDay()
    const userId = await rich()
    const first = await quote(userId)
    const again = await quote(userId, moment(minute))
    expect(again.id).toBe(first.id)
    expect([first.expiresAt, again.expiresAt]).toEqual([moment(120_000), moment(180_000)])
    const found = (id: string, ms: number) => findQuote(database.db, at(moment(ms)), { id, userId })
    expect((await found(first.id, 179_999))?.rates).toEqual(first.rates)
    expect(await found(first.id, 180_000)).toBeNull()

    await setRate(database.db, 'TRX', moment(2 * minute), '0.26')
    const next = await quote(userId, moment(2 * minute))
    expect(next.id).not.toBe(first.id)
    expect(await found(first.id, 2 * minute)).toBeNull()
    expect(await database.db.$count(rateQuotes, eq(rateQuotes.userId, userId))).toBe(1)
    await forgetQuotes(database.db, moment(4 * minute + 86_400_000))
    expect(await database.db.$count(rateQuotes, eq(rateQuotes.userId, userId))).toBe(0)
  })

  test("a quote that was never issued, or another investor's, can't be used", async () => {
    await newDay()
    const [ann, bob] = [await rich(), await rich()]
    const shown = await quote(null)
    expect(shown.rates).toMatchObject({ BTC: '50000' })
    const ofAnn = await quote(ann)
    for (const id of [shown.id, ofAnn.id, 'none'])
      await expect(swap(bob, 'USDT', 'BTC', '1000', id)).rejects.toMatchObject(overtaken)
    await swap(ann, 'USDT', 'BTC', '1000', ofAnn.id)
  })

  test('twenty simultaneous requests create one quote, and all get that one', async () => {
    await newDay()
    const userId = await rich()
    const ids = await Promise.all(Array.from({ length: 20 }, async () => (await quote(userId)).id))
    expect(new Set(ids).size).toBe(1)
    await setRate(database.db, 'BTC', moment(minute), '50001')
    const later = Array.from({ length: 20 }, async () => (await quote(userId, moment(minute))).id)
    expect(new Set(await Promise.all(later)).size).toBe(1)
  })

  test('two simultaneous exchanges on one quote give together what the rates give', async () => {
    await newDay()
    const userId = await rich('1000')
    const { id } = await quote(userId)
    const both = ['400', '600', '600'].map((amount) => swap(userId, 'USDT', 'BTC', amount, id))
    const outcomes = await Promise.allSettled(both)
    expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { code: 'insufficient_funds' } },
    ])
    const [usdt, bitcoin] = [await free(userId, 'USDT'), await free(userId, 'BTC')]
    expect([
      ['0', '0.02'],
      ['400', '0.012'],
    ]).toContainEqual([usdt, bitcoin])
  })

  test('moving the clock does not expire quotes, but its rates overtake them', async () => {
    await newDay()
    const userId = await rich()
    const { id } = await quote(userId)
    const started = moment()
    await newDay()
    await setRate(database.db, 'ETH', moment(1), '2600')
    // The product's day has changed, while almost no real time has passed.
    const moved = at(moment(1), started)
    const act = (from: string, to: string, amount: string) =>
      database.db.transaction((tx) => exchange(tx, moved, { userId, from, to, amount, rateId: id }))
    await expect(act('USDT', 'ETH', '1000')).rejects.toMatchObject(overtaken)
    await act('USDT', 'BTC', '1000')
  })

  test('a spread is part of the quote, and limits how far the rates may move before it is overtaken', async () => {
    await newDay()
    await setSpread('0.5')
    try {
      const userId = await rich()
      const { id, spreadPercent } = await quote(userId)
      expect(spreadPercent).toBe('0.5')
      // A later change of the spread applies to new quotes only.
      await setSpread('1')
      await setRate(database.db, 'BTC', moment(minute), '50250')
      expect(await swap(userId, 'USDT', 'BTC', '1000', id, moment(minute))).toMatchObject({
        amountTo: '0.0199',
        rate: '0.0000199',
      })
      await setRate(database.db, 'BTC', moment(minute + 1), '50252')
      const late = swap(userId, 'USDT', 'BTC', '1000', id, moment(minute + 1))
      await expect(late).rejects.toMatchObject(overtaken)
      const dearer = await quote(userId, moment(minute + 1))
      expect([dearer.id === id, dearer.spreadPercent]).toEqual([false, '1'])
    } finally {
      await setSpread('0')
    }
  })

  const withdraw = (userId: string, rateId: string, now = moment()) =>
    database.db.transaction((tx) =>
      requestPayment(tx, at(now), { userId, systemId: 'btc', amount: '0.02', wallet: wallets.btc, rateId }),
    )
  const cancel = (userId: string, paymentId: string, now: Date) =>
    database.db.transaction((tx) => cancelPayment(tx, at(now), { userId, paymentId }))
  const withDeposit = async () => {
    const userId = await rich()
    const request = { userId, planId: 'breeze', currency: 'USDT', amount: '100' }
    await database.db.transaction((tx) => openDeposit(tx, at(moment()), request))
    return userId
  }

  test('a withdrawal buys its currency for no less than it is worth, and with the spread', async () => {
    await newDay()
    const userId = await withDeposit()
    const { id } = await quote(userId)
    await setRate(database.db, 'BTC', moment(minute), '50001')
    await expect(withdraw(userId, id, moment(minute))).rejects.toMatchObject(overtaken)
    await setSpread('20')
    const dear = await quote(userId, moment(minute))
    await setSpread('0')
    expect(await withdraw(userId, dear.id, moment(minute))).toMatchObject({
      fromUsdt: '1250.025',
      rate: '62501.25',
      spreadPercent: '20',
    })
    await expect(withdraw(await withDeposit(), dear.id, moment(minute))).rejects.toMatchObject(overtaken)
  })

  test("cancelling a withdrawal can't be used to speculate on the rates", async () => {
    await newDay()
    const userId = await withDeposit()
    const before = await free(userId, 'USDT')
    const first = await withdraw(userId, (await quote(userId)).id)
    await setRate(database.db, 'BTC', moment(minute), '50500')
    expect(await cancel(userId, first.id, moment(minute))).toMatchObject({ keptPurchase: false })
    expect([await free(userId, 'USDT'), await free(userId, 'BTC')]).toEqual([before, '0'])

    const second = await withdraw(userId, (await quote(userId, moment(minute))).id, moment(minute))
    await setRate(database.db, 'BTC', moment(2 * minute), '50499')
    expect(await cancel(userId, second.id, moment(2 * minute))).toMatchObject({ keptPurchase: true })
    expect([await free(userId, 'USDT'), await free(userId, 'BTC')]).toEqual(['98890', '0.02'])
  })

  test("a rejected withdrawal can't either: it is returned like a cancelled one", async () => {
    await newDay()
    const reject = (paymentId: string, now: Date) =>
      database.db.transaction((tx) => rejectPayment(tx, at(now), { paymentId, reason: 'Unknown wallet' }))
    const userId = await withDeposit()
    const before = await free(userId, 'USDT')
    const first = await withdraw(userId, (await quote(userId)).id)
    await setRate(database.db, 'BTC', moment(minute), '50500')
    expect(await reject(first.id, moment(minute))).toMatchObject({ keptPurchase: false })
    expect([await free(userId, 'USDT'), await free(userId, 'BTC')]).toEqual([before, '0'])

    const second = await withdraw(userId, (await quote(userId, moment(minute))).id, moment(minute))
    await setRate(database.db, 'BTC', moment(2 * minute), '40000')
    expect(await reject(second.id, moment(2 * minute))).toMatchObject({ keptPurchase: true })
    expect([await free(userId, 'USDT'), await free(userId, 'BTC')]).toEqual(['98890', '0.02'])
    const notified = await database.db.select().from(notifications).where(eq(notifications.userId, userId))
    const returned = notified
      .filter(({ kind }) => kind === 'payment_rejected')
      .map(({ values }) => values.returned)
    expect(returned).toHaveLength(2)
    expect(returned).toContainEqual([{ currency: 'USDT', amount: '1000' }])
    expect(returned).toContainEqual([{ currency: 'BTC', amount: '0.02' }])
  })
})
