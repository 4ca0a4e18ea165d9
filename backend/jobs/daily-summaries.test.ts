import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { after, at, firstDay, join, newId, openCompany, topUp } from '../../tests/support/funds'
import { type TestDatabase, testDatabase, serversFor } from '../../tests/support/postgres'
import { notifications } from '../db/schema/notifications'
import { openDeposit } from '../funds/deposits'
import { runDueJobs } from './due-jobs'
import { sendDailySummaries } from './daily-summaries'

describe.each(serversFor('daily-summaries'))('summaries of a day, on the %s PostgreSQL', (server) => {
  let database: TestDatabase
  const timeZone = 'Europe/Vilnius' // two hours before UTC in winter

  beforeAll(async () => {
    database = await testDatabase({ server })
    await openCompany(database.db)
    await summarize(firstDay)
  })
  afterAll(() => database.drop())

  async function summarize(now: Date): Promise<void> {
    await runDueJobs(database.db, at(now))
    await sendDailySummaries(database.db, { now, newId, timeZone })
  }

  const open = (userId: string, amount: string, now: Date) =>
    database.db.transaction((tx) =>
      openDeposit(tx, at(now), { userId, planId: 'breeze', currency: 'USDT', amount }),
    )

  async function toldTo(userId: string) {
    const ofDays = inArray(notifications.kind, ['income_of_day', 'matching_of_day', 'matching_held_of_day'])
    const rows = await database.db
      .select()
      .from(notifications)
      .where(and(eq(notifications.userId, userId), ofDays))
      .orderBy(notifications.createdAt, notifications.kind)
    return rows.map(({ kind, values, createdAt }) => [
      kind,
      values['day'],
      values['amount'],
      createdAt.toISOString(),
    ])
  }

  test('are sent once when the day is over, for all deposits together', async () => {
    const inviter = await join(database.db)
    await topUp(database.db, { userId: inviter, amount: '5000' })
    const userId = await join(database.db, inviter)
    await topUp(database.db, { userId, amount: '1000' })
    await open(userId, '100', firstDay) // at 11:00 in Vilnius
    await open(userId, '200', after(0, 5 * 3_600_000))
    // Of the following day in Vilnius already.
    await open(userId, '300', after(0, 13.5 * 3_600_000))
    await database.pool.query(`update users set rank = 'spark' where id = $1`, [inviter])

    await summarize(after(1, 12 * 3_600_000)) // 23:00 of the second day
    expect(await toldTo(userId)).toEqual([])
    const midnight = '2026-01-02T22:00:00.000Z'
    await Promise.all([summarize(new Date(midnight)), summarize(new Date(midnight))])
    await summarize(new Date(midnight))
    expect(await toldTo(userId)).toEqual([['income_of_day', '2026-01-02', '3.33', midnight]])
    expect(await toldTo(inviter)).toEqual([['matching_held_of_day', '2026-01-02', '0.1665', midnight]])

    // A late run sends a summary for each day.
    await summarize(after(4))
    expect((await toldTo(userId)).slice(1)).toEqual([
      ['income_of_day', '2026-01-03', '6.66', '2026-01-03T22:00:00.000Z'],
      ['income_of_day', '2026-01-04', '6.66', '2026-01-04T22:00:00.000Z'],
    ])
  })

  test('are sent from the beginning after a runner was killed during a run', async () => {
    const userId = await join(database.db)
    await topUp(database.db, { userId, amount: '100', now: after(10) })
    await open(userId, '100', after(10))
    await runDueJobs(database.db, at(after(12)))
    let left = 1
    const dying = () => {
      if (left-- > 0) return newId()
      throw new Error('killed')
    }
    const dies = sendDailySummaries(database.db, { now: after(12), newId: dying, timeZone })
    await expect(dies).rejects.toThrow('killed')
    await summarize(after(12))
    expect(await toldTo(userId)).toEqual([
      ['income_of_day', '2026-01-12', '1.11', '2026-01-12T22:00:00.000Z'],
    ])
  })
})
