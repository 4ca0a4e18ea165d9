import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { after, at, firstDay, join, openCompany, topUp, wallets } from '../../tests/support/funds'
import { type TestDatabase, testDatabase, serversFor } from '../../tests/support/postgres'
import { ledgerAccounts, ledgerEntries } from '../db/schema/ledger'
import { notifications } from '../db/schema/notifications'
import { heldRewards } from '../db/schema/rewards'
import { settings } from '../db/schema/settings'
import { users } from '../db/schema/users'
import { sum } from '../domain/decimal'
import { runDueJobs } from '../jobs/due-jobs'
import { bonusOf } from '../partners/bonus'
import { listReferrals } from '../partners/referrals'
import { eraseAccount } from '../accounts/erase-account'
import { linkOf } from '../operator/links'
import { balanceOf } from './balance'
import { closeDeposit, openDeposit } from './deposits'
import { listOperations } from './operations'
import { requestPayment } from './payments'
import { takeBackRewards } from './take-back'

let database: TestDatabase

/** A chain of investors, each invited by the one before. */
async function chain(length: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < length; n++) ids.push(await join(database.db, ids.at(-1) ?? null))
  return ids
}
async function open(userId: string, amount: string, now = firstDay) {
  await topUp(database.db, { userId, amount, now })
  return database.db.transaction((tx) =>
    openDeposit(tx, at(now), { userId, planId: 'breeze', currency: 'USDT', amount }),
  )
}
const free = async (userId: string, now = firstDay) => (await balanceOf(database.db, userId, now)).balance
const waits = async (userId: string) => {
  const rows = await database.db.select().from(ledgerAccounts).where(eq(ledgerAccounts.userId, userId))
  return rows.find(({ kind }) => kind === 'rewards_held')?.balance ?? '0'
}
const rewardsHeldOf = (userId: string) =>
  database.db
    .select()
    .from(heldRewards)
    .where(eq(heldRewards.userId, userId))
    .orderBy(asc(heldRewards.source))
const toldKinds = async (userId: string) => {
  const notified = await database.db.select().from(notifications).where(eq(notifications.userId, userId))
  return notified.map(({ kind }) => kind)
}
const takeBack = (userId: string, partnerId: string, now: Date, reason = 'one person') =>
  database.db.transaction((tx) => takeBackRewards(tx, at(now), { userId, partnerId, reason }))

describe.each(serversFor('held-rewards'))('held rewards, on the %s PostgreSQL', (server) => {
  beforeAll(async () => {
    database = await testDatabase({ server })
    await openCompany(database.db)
  })
  afterAll(() => database.drop())

  test('four accounts of one person that invite one another can withdraw no reward before the first term is over', async () => {
    const ids = (await chain(4)) as [string, string, string, string]
    const deposits: { id: string }[] = []
    for (const userId of ids) deposits.push(await open(userId, '1000'))
    // 7 + 3 + 1 %, 7 + 3 %, 7 % of 1,000; Spark's 10 for a turnover of 1,000 and more. Of 4,000 it is 310 at once.
    expect(await Promise.all(ids.map(waits))).toEqual(['120', '110', '80', '0'])
    expect(await Promise.all(ids.map((id) => free(id)))).toEqual(['0', '0', '0', '0'])
    const [first] = ids
    const request = { userId: first, systemId: 'usdt-trc20', amount: '20', wallet: wallets['usdt-trc20'] }
    await expect(
      database.db.transaction((tx) => requestPayment(tx, at(firstDay), request)),
    ).rejects.toMatchObject({ code: 'insufficient_funds' })

    await runDueJobs(database.db, at(after(50, -1)))
    // Only the income of the deposits themselves is available: 49 × 11.1.
    expect(await Promise.all(ids.map((id) => free(id, after(50, -1))))).toEqual(Array(4).fill('543.9'))

    await runDueJobs(database.db, at(after(50)))
    // 50 × 11.1, the referral and bonus, and Spark's 5 % of the partner's 555.
    expect(await Promise.all(ids.map((id) => free(id, after(50))))).toEqual([
      '702.75',
      '692.75',
      '662.75',
      '555',
    ])
    expect(await Promise.all(ids.map(waits))).toEqual(['0', '0', '0', '0'])
    for (const [n, userId] of ids.entries())
      await database.db.transaction((tx) =>
        closeDeposit(tx, at(after(50)), { userId, depositId: deposits[n]!.id }),
      )
    expect((await toldKinds(first)).sort()).toEqual([
      'deposit_closable',
      'rank_reached_held',
      ...Array<string>(3).fill('referral_held'),
      'refill_credited',
      ...Array<string>(3).fill('rewards_released'),
    ])
  })

  test('the statement lists a reward when it becomes available, at its time, and adds up', async () => {
    const [inviter, partner] = (await chain(2)) as [string, string]
    await open(partner, '300')
    const read = async (now: Date) => {
      const reader = { userId: inviter, now, language: 'en', timeZone: 'UTC' } as const
      const { items, summary } = await listOperations(database.db, reader, {})
      return { rows: items.map((one) => [one.type, one.amount, one.balanceAfter, one.createdAt]), summary }
    }
    expect(await read(firstDay)).toEqual({ rows: [], summary: {} })
    // Late by a week: it is booked at its own time all the same.
    await runDueJobs(database.db, at(after(57)))
    const { rows, summary } = await read(after(57))
    expect(rows).toEqual([['referral', '21', '21', after(50).toISOString()]])
    expect(summary['USDT']!.balance).toEqual({ opening: '0', in: '21', out: '0', closing: '21' })
    expect(await free(inviter, after(57))).toBe('21')
  })

  test('held rewards are shown one by one with their dates, and count in what partners brought', async () => {
    const [inviter, partner] = (await chain(2)) as [string, string]
    const { id } = await open(partner, '1000')
    await runDueJobs(database.db, at(after(2)))
    const [login] = await database.db.select({ login: users.login }).from(users).where(eq(users.id, partner))
    const notified = await bonusOf(database.db, inviter)
    expect(notified.accruals).toEqual({ referral: '70', matching: '1.11', bonus: '10', total: '81.11' })
    const of = { currency: 'USDT', partner: { ...login, level: 1 }, releasesAt: after(50).toISOString() }
    expect(notified.held).toEqual({
      total: '81.11',
      count: 3,
      items: [
        { ...of, id: expect.any(String) as string, kind: 'referral', amount: '70', rank: null },
        { ...of, id: expect.any(String) as string, kind: 'bonus', amount: '10', rank: 'spark' },
        { ...of, id: expect.any(String) as string, kind: 'matching', amount: '1.11', rank: null },
      ],
    })
    const { items } = await listReferrals(database.db, inviter, {})
    expect(items).toMatchObject([{ bonus: '70', accruals: '71.11', held: '71.11' }])

    await runDueJobs(database.db, at(after(51)))
    const later = await bonusOf(database.db, inviter)
    // 50 days of 0.555 held, and one of the second term, at 22.2 a day, available at once.
    expect(later.accruals).toEqual({ referral: '70', matching: '28.86', bonus: '10', total: '108.86' })
    expect(later.held).toEqual({ total: '0', count: 0, items: [] })
    expect(await free(inviter, after(51))).toBe('108.86')
    const [entry] = await database.db
      .select()
      .from(ledgerEntries)
      .where(eq(ledgerEntries.eventId, `reward_release:matching:${id}`))
    expect(entry).toMatchObject({ occurredAt: after(50), sourceUserId: partner })
  })

  test('an action before the job finds what has become available', async () => {
    const [grand, , partner] = (await chain(3)) as [string, string, string]
    await open(partner, '1000')
    await topUp(database.db, { userId: grand, amount: '10' })
    const request = { userId: grand, systemId: 'usdt-trc20', amount: '50', wallet: wallets['usdt-trc20'] }
    const ask = (now: Date) => database.db.transaction((tx) => requestPayment(tx, at(now), request))
    await expect(ask(after(50, -1))).rejects.toMatchObject({ code: 'insufficient_funds' })
    // The grand inviter's 3 % and Spark's 10, over two levels and without a run of the job.
    await ask(after(50))
    expect(await free(grand, after(50))).toBe('0')
  })

  test('if the company turns holding off, new rewards are available at once, and earlier ones stay held', async () => {
    const [inviter, partner] = (await chain(2)) as [string, string]
    await open(partner, '200')
    const set = (holdFirstTerm: boolean) => {
      const row = { key: 'rewards', value: { holdFirstTerm }, updatedAt: firstDay }
      return database.db.insert(settings).values(row).onConflictDoUpdate({ target: settings.key, set: row })
    }
    await set(false)
    try {
      await open(partner, '300')
    } finally {
      await set(true)
    }
    await open(partner, '600')
    expect([await free(inviter), await waits(inviter)]).toEqual(['21', '66'])
    await runDueJobs(database.db, at(after(1)))
    // 5 % of 6.66 and of 2.22; of 3.33, whose deposit holds nothing, available at once.
    expect([await free(inviter, after(1)), await waits(inviter)]).toEqual(['21.1665', '66.444'])
  })

  test('are cancelled by a decision, with its reason, and the partner no longer rewards that investor', async () => {
    const [grand, inviter, partner] = (await chain(3)) as [string, string, string]
    const other = await join(database.db, inviter)
    await open(partner, '1000')
    await open(other, '100')
    expect(await Promise.all([inviter, grand].map(waits))).toEqual(['87', '43'])
    await expect(takeBack(inviter, partner, after(1), ' ')).rejects.toMatchObject({ field: 'reason' })
    await expect(takeBack(partner, inviter, after(1))).rejects.toMatchObject({ code: 'not_found' })
    // The day's 0.555 is due before the decision, and is cancelled with the rest.
    expect(await takeBack(inviter, partner, after(1))).toBe('80.555')
    await expect(takeBack(inviter, partner, after(1))).rejects.toMatchObject({ code: 'already_decided' })
    expect(await Promise.all([inviter, grand].map(waits))).toEqual(['7.0555', '43'])
    const rows = await rewardsHeldOf(inviter)
    expect(rows.map(({ kind, status, reason }) => [kind, status, reason].join(' ')).sort()).toEqual([
      'bonus taken_back one person',
      'matching held ',
      'matching taken_back one person',
      'referral held ',
      'referral taken_back one person',
    ])
    const notified = await database.db.select().from(notifications).where(eq(notifications.userId, inviter))
    expect(notified.find(({ kind }) => kind === 'rewards_taken_back')).toMatchObject({
      type: 'other',
      values: { amount: '80.555', currency: 'USDT', reason: 'one person' },
    })

    await open(partner, '1000', after(2))
    await runDueJobs(database.db, at(after(60)))
    // Of the other partner only: 7 and 50 × 0.0555, and 10 days of the second term at twice the rate.
    expect(await free(inviter, after(60))).toBe('10.885')
    const [user] = await database.db.select().from(users).where(eq(users.id, inviter))
    expect(user).toMatchObject({ rank: 'spark', turnover: '1100' })
    // The inviter's own inviter keeps their reward: that needs another decision.
    expect(await free(grand, after(60))).toBe('73')
  })

  test('at the end of a term its rewards are available, and a decision cancels only the rest', async () => {
    const [inviter, partner] = (await chain(2)) as [string, string]
    await open(partner, '300')
    await open(partner, '200', after(10))
    // 21 of the deposit whose term ends, 14 of the other. The job and the decision run at the same moment.
    const job = runDueJobs(database.db, at(after(50)))
    expect((await Promise.all([takeBack(inviter, partner, after(50)), job]))[0]).toBe('14')
    expect([await free(inviter, after(50)), await waits(inviter)]).toEqual(['21', '0'])
    expect(await linkOf(database.db, { id: inviter, partnerId: partner })).toMatchObject({
      takenBack: { amount: '14', free: '21', reason: 'one person' },
    })
    const [before, ended] = (await chain(2)) as [string, string]
    await open(ended, '300')
    expect(await takeBack(before, ended, after(50, -1))).toBe('21')
    const [late, gone] = (await chain(2)) as [string, string]
    await open(gone, '300')
    expect(await takeBack(late, gone, after(50))).toBe('0')
    expect(await linkOf(database.db, { id: late, partnerId: gone })).toMatchObject({
      takenBack: { amount: '0', free: '21' },
    })
    expect(await toldKinds(late)).not.toContain('rewards_taken_back')
  })

  test("an erasure considers the account's balance after everything due is booked", async () => {
    const [inviter, partner] = (await chain(2)) as [string, string]
    await open(partner, '100')
    const erase = (now: Date) => database.db.transaction((tx) => eraseAccount(tx, at(now), inviter))
    expect(await waits(inviter)).toBe('7')
    // Due at this moment and not booked: the 7 are available, and below the minimum of a withdrawal.
    await erase(after(50))
    expect([await free(inviter, after(50)), await waits(inviter)]).toEqual(['0', '0'])
  })

  test('a job that runs twice, or in two places, releases a reward once', async () => {
    const [inviter, partner] = (await chain(2)) as [string, string]
    await open(partner, '300')
    await Promise.all([1, 2, 3].map(() => runDueJobs(database.db, at(after(50)))))
    await runDueJobs(database.db, at(after(50)))
    expect([await free(inviter, after(50)), await waits(inviter)]).toEqual(['21', '0'])
    expect(sum((await rewardsHeldOf(inviter)).map(({ amount }) => amount))).toBe('21')
  })
})
