import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { after, at, firstDay, join, openCompany, setRate, topUp } from '../../tests/support/funds'
import { type TestDatabase, testDatabase, serversFor } from '../../tests/support/postgres'
import { accruals } from '../db/schema/deposits'
import { ledgerEntries } from '../db/schema/ledger'
import { notifications } from '../db/schema/notifications'
import { plans } from '../db/schema/settings'
import { runDueJobs } from '../jobs/due-jobs'
import { balanceOf } from './balance'
import { listDeposits } from './deposit-list'
import { closeDeposit, openDeposit } from './deposits'

let database: TestDatabase

const open = (
  userId: string,
  amount: string,
  { currency = 'USDT', planId = 'breeze', now = firstDay } = {},
) => database.db.transaction((tx) => openDeposit(tx, at(now), { userId, planId, currency, amount }))
const close = (userId: string, depositId: string, now: Date) =>
  database.db.transaction((tx) => closeDeposit(tx, at(now), { userId, depositId }))
const run = (now: Date) => runDueJobs(database.db, at(now))
const usdt = async (userId: string, now: Date) => {
  const { balance, balance_dep } = await balanceOf(database.db, userId, now)
  return [balance, balance_dep]
}
const only = async (userId: string) =>
  (await listDeposits(database.db, { userId, language: 'en' }, {})).items[0]!

describe.each(serversFor('deposits'))('deposits on the %s PostgreSQL', (server) => {
  beforeAll(async () => {
    database = await testDatabase({ server })
    await openCompany(database.db)
  })
  afterAll(() => database.drop())

  test('300 on Breeze: 3.33 a day, 166.50 in the first term, 6.66 a day in the second, 499.50 in all', async () => {
    const inviter = await join(database.db)
    const ann = await join(database.db, inviter)
    await topUp(database.db, { userId: ann, amount: '700' })
    const { id } = await open(ann, '300')
    expect(await usdt(ann, firstDay)).toEqual(['400', '300'])
    expect(await usdt(inviter, firstDay)).toEqual(['0', '0'])

    await run(after(1, -1))
    expect(await usdt(ann, after(1, -1))).toEqual(['400', '300'])
    await run(after(1))
    expect(await usdt(ann, after(1))).toEqual(['403.33', '300'])

    await run(after(50, -1))
    await expect(close(ann, id, after(50, -1))).rejects.toMatchObject({ code: 'deposit_not_closable' })
    await run(after(50))
    expect(await usdt(inviter, after(50))).toEqual(['21', '0'])
    expect(await usdt(ann, after(50))).toEqual(['566.5', '300'])
    expect(await only(ann)).toMatchObject({
      term: 2,
      status: 'in_progress',
      canClose: true,
      accrued: '166.5',
    })

    await run(after(51))
    expect(await usdt(ann, after(51))).toEqual(['573.16', '300'])
    await run(after(130))
    expect(await only(ann)).toMatchObject({
      status: 'awaiting_completion',
      accrued: '499.5',
      accruedUsdt: '499.5',
      total: '799.5',
      nextAccrualAt: null,
    })
    expect(await usdt(ann, after(130))).toEqual(['899.5', '300'])

    const closed = await close(ann, id, after(131))
    expect(closed.status).toBe('closed')
    expect(await usdt(ann, after(131))).toEqual(['1199.5', '0'])
    await expect(close(ann, id, after(131))).rejects.toMatchObject({ code: 'deposit_not_closable' })
  })

  test('closing on time books what was due before, though no job has run', async () => {
    const ann = await join(database.db)
    await topUp(database.db, { userId: ann, amount: '300' })
    const { id } = await open(ann, '300')
    await close(ann, id, after(50, 3_600_000))
    expect(await usdt(ann, after(51))).toEqual(['466.5', '0'])
  })

  test('a late job books at the due time and at the rate of the due time', async () => {
    const ann = await join(database.db)
    await topUp(database.db, { userId: ann, systemId: 'btc', amount: '0.01', now: after(200) })
    // 0.01 × 1.11 % = 0.000111 BTC a day
    const { id } = await open(ann, '0.01', { currency: 'BTC', now: after(200) })
    await setRate(database.db, 'BTC', after(201), '60000')
    await setRate(database.db, 'BTC', after(201, 1), '70000')
    await setRate(database.db, 'BTC', after(202, 1), '1')
    await run(after(202, 500))
    const booked = await database.db.select().from(accruals).where(eq(accruals.depositId, id))
    expect(
      booked.map(({ k, dueAt, amount, rate, creditedUsdt }) => [k, dueAt, amount, rate, creditedUsdt]),
    ).toEqual([
      [1, after(201), '0.000111', '60000', '6.66'],
      [2, after(202), '0.000111', '70000', '7.77'],
    ])
    const entries = await database.db.select().from(ledgerEntries).where(eq(ledgerEntries.referenceId, id))
    expect(entries.map(({ eventId, occurredAt }) => [eventId, occurredAt])).toEqual([
      [`deposit_open:${id}`, after(200)],
      [`accrual:${id}:1`, after(201)],
      [`accrual:${id}:2`, after(202)],
    ])
  })

  test('terms are frozen at opening', async () => {
    const ann = await join(database.db)
    await topUp(database.db, { userId: ann, amount: '100', now: after(210) })
    await open(ann, '100', { now: after(210) })
    const breeze = eq(plans.id, 'breeze')
    await database.db
      .update(plans)
      .set({
        ...{ dailyPercent: '9', termDays: 1, title: { ru: 'x', en: 'x' } },
        ...{ extensionDays: 0, extensionMultiplier: '1.5' },
      })
      .where(breeze)
    await run(after(211))
    const restored = {
      ...{ dailyPercent: '1.11', termDays: 50, title: { ru: 'Breeze', en: 'Breeze' } },
      ...{ extensionDays: 50, extensionMultiplier: '2' },
    }
    await database.db.update(plans).set(restored).where(breeze)
    expect(await only(ann)).toMatchObject({
      accrued: '1.11',
      term: 1,
      dailyPercent: '1.11',
      extension: { days: 50, multiplier: '2' },
      plan: { title: 'Breeze' },
    })
  })

  test('a deposit without a second term waits from the end of the first, and the notification knows that', async () => {
    const ann = await join(database.db)
    await topUp(database.db, { userId: ann, amount: '100', now: after(210) })
    const breeze = eq(plans.id, 'breeze')
    await database.db.update(plans).set({ extensionDays: 0 }).where(breeze)
    const { id } = await open(ann, '100', { now: after(210) })
    await database.db.update(plans).set({ extensionDays: 50 }).where(breeze)
    await run(after(260))
    expect(await only(ann)).toMatchObject({ status: 'awaiting_completion', term: 1, accrued: '55.5' })
    const stored = await database.db.select().from(notifications).where(eq(notifications.userId, ann))
    expect(
      stored.flatMap(({ kind, values }) => (kind.startsWith('deposit_') ? [[kind, values]] : [])),
    ).toEqual([['deposit_awaiting_completion', { depositId: id, amount: '100', currency: 'USDT', term: 1 }]])
  })

  test('an impossible opening is refused with its reason', async () => {
    const ann = await join(database.db)
    await topUp(database.db, { userId: ann, amount: '200' })
    await expect(open(ann, '-1')).rejects.toMatchObject({ code: 'amount_negative' })
    await expect(open(ann, '99.999999')).rejects.toMatchObject({
      code: 'amount_below_min',
      params: { min: '100', currency: 'USDT' },
    })
    await expect(open(ann, '5000')).rejects.toMatchObject({ code: 'amount_above_max' })
    await expect(open(ann, '200.000001')).rejects.toMatchObject({ code: 'insufficient_funds' })
    await expect(open(ann, '100', { planId: 'gale' })).rejects.toMatchObject({ code: 'plan_unavailable' })
    await expect(open(ann, '100', { currency: 'DOGE' })).rejects.toMatchObject({ code: 'plan_unavailable' })
    expect(await usdt(ann, firstDay)).toEqual(['200', '0'])
  })

  test("a deposit can't be closed by another investor", async () => {
    const [ann, bob] = [await join(database.db), await join(database.db)]
    await topUp(database.db, { userId: ann, amount: '100' })
    const { id } = await open(ann, '100')
    await expect(close(bob, id, after(60))).rejects.toMatchObject({ code: 'not_found' })
  })
})
