import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { after, at, firstDay, join, openCompany, topUp } from '../../tests/support/funds'
import { type TestDatabase, testDatabase, serversFor } from '../../tests/support/postgres'
import { ledgerEntries } from '../db/schema/ledger'
import { notifications } from '../db/schema/notifications'
import { rates } from '../db/schema/rates'
import { settings } from '../db/schema/settings'
import { users } from '../db/schema/users'
import { runDueJobs } from '../jobs/due-jobs'
import { sum } from '../domain/decimal'
import { rewardsOf } from '../partners/bonus'
import { openDeposit } from './deposits'
import { exchange } from './exchanges'
import { quoteRates } from './quotes'

let database: TestDatabase

/** A chain of investors, each invited by the one before. */
async function chain(length: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < length; n++) ids.push(await join(database.db, ids.at(-1) ?? null))
  return ids
}
async function open(userId: string, amount: string, planId: 'breeze' | 'depth' | 'tsunami') {
  await topUp(database.db, { userId, amount })
  await database.db.transaction((tx) =>
    openDeposit(tx, at(firstDay), { userId, planId, currency: 'USDT', amount }),
  )
}
/** All rewards of an investor, available or held. */
const got = async (userId: string) => sum(Object.values(await rewardsOf(database.db, userId)))
const bonusOf = async (userId: string) => {
  const [user] = await database.db.select().from(users).where(eq(users.id, userId))
  return [user!.rank, user!.turnover, user!.ownTurnover]
}

describe.each(serversFor('partner-rewards'))('rewards on the %s PostgreSQL', (server) => {
  beforeAll(async () => {
    database = await testDatabase({ server })
    await openCompany(database.db)
  })
  afterAll(() => database.drop())

  test('three levels of inviters get 7, 3 and 1 percent, the fourth nothing', async () => {
    const [fourth, third, second, first, partner] = (await chain(5)) as [
      string,
      string,
      string,
      string,
      string,
    ]
    await open(partner, '300', 'breeze')
    expect(await Promise.all([first, second, third, fourth].map(got))).toEqual(['21', '9', '3', '0'])
    expect(await bonusOf(partner)).toEqual([null, '0', '300'])
    expect(await bonusOf(first)).toEqual([null, '300', '0'])
    expect(await bonusOf(third)).toEqual([null, '300', '0'])
    expect(await bonusOf(fourth)).toEqual([null, '0', '0'])
    const [entry] = await database.db.select().from(ledgerEntries).where(eq(ledgerEntries.userId, first))
    expect(entry).toMatchObject({ type: 'referral', sourceUserId: partner })
  })

  test("an opening is valued at the newest rate, even if its currency can't be exchanged any more", async () => {
    const [inviter, partner] = (await chain(2)) as [string, string]
    const [said, later] = [after(1), after(1, 16 * 60_000)]
    await database.db.insert(rates).values({ coin: 'ETH', at: said, rate: '3000', confirmedUntil: said })
    await topUp(database.db, { userId: partner, systemId: 'eth', amount: '0.2', now: later })
    const pair = { userId: partner, from: 'ETH', to: 'USDT', amount: '0.1' }
    const { id: rateId } = await quoteRates(database.db, at(later), partner)
    await expect(
      database.db.transaction((tx) => exchange(tx, at(later), { ...pair, rateId })),
    ).rejects.toMatchObject({ code: 'rate_expired' })
    const opening = { userId: partner, planId: 'breeze', currency: 'ETH', amount: '0.1' }
    const { worthUsdt } = await database.db.transaction((tx) => openDeposit(tx, at(later), opening))
    expect(Number(worthUsdt)).toBe(300)
    expect(await got(inviter)).toBe('21')
    expect(await bonusOf(inviter)).toEqual([null, '300', '0'])
  })

  test('one opening may reach several ranks; each pays its bonus once', async () => {
    const [inviter, partner] = (await chain(2)) as [string, string]
    await open(partner, '12000', 'depth')
    // 7 % of 12,000 = 840; Spark 10 and Chimera 100
    expect(await got(inviter)).toBe('950')
    expect(await bonusOf(inviter)).toEqual(['chimera', '12000', '0'])
    await open(partner, '300', 'breeze')
    expect(await got(inviter)).toBe('971')
    const notified = await database.db.select().from(notifications).where(eq(notifications.userId, inviter))
    expect(
      notified.map(({ type, kind, values }) => [type, kind, values['rank'] ?? values['amount']]),
    ).toEqual([
      ['bonus', 'referral_held', '840'],
      ['bonus', 'rank_reached_held', 'spark'],
      ['bonus', 'rank_reached_held', 'chimera'],
      ['bonus', 'referral_held', '21'],
    ])
  })

  test('matching pays the rank’s percentage of each accrual of direct partners only', async () => {
    const [grand, inviter, partner] = (await chain(3)) as [string, string, string]
    await open(partner, '1000', 'breeze')
    // The day pays 11.1. Spark of the inviter: 5 % of it is 0.555; the grand inviter is Spark too, and not
    // direct.
    expect(await Promise.all([grand, inviter].map(got))).toEqual(['40', '80'])
    await runDueJobs(database.db, at(after(1)))
    expect(await Promise.all([grand, inviter].map(got))).toEqual(['40', '80.555'])
  })

  test('a rank that the company removes from its list blocks no other rank', async () => {
    const [inviter, partner] = (await chain(2)) as [string, string]
    await open(partner, '1000', 'breeze')
    expect(await bonusOf(inviter)).toEqual(['spark', '1000', '0'])
    const ranks = eq(settings.key, 'ranks')
    const [before] = await database.db.select().from(settings).where(ranks)
    const value = (before!.value as { rank: string }[]).filter(({ rank }) => rank !== 'spark')
    await database.db.update(settings).set({ value }).where(ranks)
    try {
      await open(partner, '9000', 'depth')
      await open(partner, '300', 'breeze')
    } finally {
      await database.db.update(settings).set({ value: before!.value }).where(ranks)
    }
    expect(await bonusOf(inviter)).toEqual(['chimera', '10300', '0'])
    // 7 % of 10,300 is 721; Spark's 10 and Chimera's 100
    expect(await got(inviter)).toBe('831')
  })

  test('a paid bonus is not paid again after the rank was lost', async () => {
    const [inviter, partner] = (await chain(2)) as [string, string]
    await open(partner, '1000', 'breeze')
    await database.db.update(users).set({ rank: null }).where(eq(users.id, inviter))
    await open(partner, '100', 'breeze')
    expect(await bonusOf(inviter)).toEqual(['spark', '1100', '0'])
    expect(await got(inviter)).toBe('87')
  })

  test('two partners who open at once both count', async () => {
    const inviter = await join(database.db)
    const partners = await Promise.all([1, 2, 3, 4].map(() => join(database.db, inviter)))
    await Promise.all(partners.map((partner) => open(partner, '250', 'breeze')))
    // 4 × 17.5 = 70, and Spark's 10 at a turnover of 1,000
    expect(await got(inviter)).toBe('80')
    expect(await bonusOf(inviter)).toEqual(['spark', '1000', '0'])
  })
})
