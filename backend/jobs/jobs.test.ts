import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { after, at, firstDay, join, newId, openCompany, setRate, topUp } from '../../tests/support/funds'
import { type TestDatabase, temporaryFolder, testDatabase, serversFor } from '../../tests/support/postgres'
import { createProductClock } from '../clock'
import { accruals } from '../db/schema/deposits'
import { notifications } from '../db/schema/notifications'
import { bookEarliestDue } from '../funds/accruals'
import { balanceOf } from '../funds/balance'
import { openDeposit } from '../funds/deposits'
import { refillOf } from '../funds/refill-list'
import { requestRefill } from '../funds/refills'
import { buySubscription } from '../funds/subscriptions'
import { openFolder } from '../storage/folder'
import { type FileStorage } from '../storage/storage'
import { advance, isMoving, storedOffset } from './demo-clock'
import { runDueJobs } from './due-jobs'
import { locks } from '../db/locks'
import { runAlone } from './run-alone'
import { startJobs } from './schedule'

let database: TestDatabase
let storage: FileStorage
const timeZone = 'Europe/Vilnius'

const log = { error: (details: object) => expect.unreachable(JSON.stringify(details)) }
const notificationsOf = async (userId: string) =>
  (await database.db.select().from(notifications).where(eq(notifications.userId, userId)))
    .map(({ kind, createdAt }) => [kind, createdAt.toISOString()])
    .sort()

async function withDeposit(currency = 'USDT', amount = '100', now = firstDay) {
  const userId = await join(database.db)
  await topUp(database.db, { userId, systemId: currency === 'USDT' ? 'usdt-trc20' : 'btc', amount, now })
  const { id } = await database.db.transaction((tx) =>
    openDeposit(tx, at(now), { userId, planId: 'breeze', currency, amount }),
  )
  return { userId, depositId: id }
}
const accrualsOf = (depositId: string) =>
  database.db.select().from(accruals).where(eq(accruals.depositId, depositId)).orderBy(accruals.k)

describe.each(serversFor('jobs'))('jobs on the %s PostgreSQL', (server) => {
  beforeAll(async () => {
    database = await testDatabase({ server })
    await openCompany(database.db)
    storage = await openFolder(temporaryFolder(), randomBytes(32))
  })
  afterAll(() => database.drop())

  test('a second run, or three at once, book nothing twice', async () => {
    const { userId, depositId } = await withDeposit()
    const runs = () => Promise.all([1, 2, 3].map(() => runDueJobs(database.db, at(after(3)))))
    await runs()
    await runs()
    expect((await accrualsOf(depositId)).map(({ k }) => k)).toEqual([1, 2, 3])
    expect((await balanceOf(database.db, userId, after(3))).balance).toBe('3.33')
  })

  test('more than a batch is booked in the order of the due times', async () => {
    const early = await withDeposit('USDT', '100', after(5))
    const late = await withDeposit('USDT', '100', after(5, 1000))
    const later = await withDeposit('USDT', '100', after(5, 2000))
    const order = new Map([early, late, later].map(({ depositId }, n) => [depositId, n]))
    const book = () => database.db.transaction((tx) => bookEarliestDue(tx, at(after(8, 1500)), 1))
    while (await book());
    const { rows } = await database.pool.query<{ id: string; k: string }>(
      `select reference_id as id, split_part(event_id, ':', 3) as k from ledger_entries
       join ledger_lines on entry_id = ledger_entries.id and n = 1
       where ledger_entries.type = 'accrual' and reference_id = any($1) order by seq`,
      [[...order.keys()]],
    )
    expect(rows.map(({ id, k }) => `${order.get(id)}:${k}`)).toEqual([
      '0:1',
      '1:1',
      '2:1',
      '0:2',
      '1:2',
      '2:2',
      '0:3',
      '1:3',
    ])
  })

  test('moving the clock by days runs the jobs of each day in order, at the time of that day', async () => {
    const { userId, depositId } = await withDeposit('BTC', '0.01', after(10))
    const clock = createProductClock(0, { now: () => after(10, 3_600_000) })
    await setRate(database.db, 'BTC', after(11, 3_600_000), '51000')
    await advance(database.db, { clock, days: 2, timeZone, contextAt: (now) => at(now) })
    expect(clock.now()).toEqual(after(12, 3_600_000))
    expect(await storedOffset(database.db)).toBe(2)
    // 0.000111 BTC a day; the first is due an hour before the new rate
    expect((await accrualsOf(depositId)).map(({ rate, creditedUsdt }) => [rate, creditedUsdt])).toEqual([
      ['50000', '5.55'],
      ['51000', '5.661'],
    ])
    expect((await balanceOf(database.db, userId, after(12))).balance).toBe('11.211')
  })

  test('an expired top-up ends, whenever the job runs, and is notified once', async () => {
    const userId = await join(database.db)
    const { id } = await database.db.transaction((tx) =>
      requestRefill(tx, at(after(20)), { userId, systemId: 'trx', amount: '400' }),
    )
    const statusAt = async (now: Date) =>
      (await refillOf(database.db, { userId, now, language: 'en' }, id)).status
    const hour = 3_600_000
    await runDueJobs(database.db, at(after(20, hour - 1)))
    expect(await statusAt(after(20, hour - 1))).toBe('pending')
    expect(await statusAt(after(20, hour))).toBe('timeout_expired')
    await runDueJobs(database.db, at(after(21)))
    await runDueJobs(database.db, at(after(22)))
    expect(await statusAt(after(22))).toBe('timeout_expired')
    expect(await notificationsOf(userId)).toEqual([['refill_expired', after(20, hour).toISOString()]])
  })

  test('the end of a subscription is notified once, and not while a later one is paid', async () => {
    const userId = await join(database.db)
    await topUp(database.db, { userId, amount: '100' })
    const buy = (now: Date) =>
      database.db.transaction((tx) => buySubscription(tx, at(now), { userId, optionId: 'month' }))
    await buy(after(0))
    await buy(after(10))
    const ended = async () =>
      (await notificationsOf(userId)).filter(([kind]) => kind === 'subscription_ended')
    await runDueJobs(database.db, at(after(31)))
    expect(await ended()).toEqual([])
    await runDueJobs(database.db, at(after(61)))
    await runDueJobs(database.db, at(after(62)))
    expect(await ended()).toEqual([['subscription_ended', after(60).toISOString()]])
  })

  test('the runner starts with what is due and stops on request', async () => {
    const { depositId } = await withDeposit('USDT', '100', after(70))
    const now = { now: () => after(71) }
    const jobs = startJobs({
      ...database,
      clock: createProductClock(0, now),
      realClock: now,
      newId,
      demo: false,
      timeZone,
      storage,
      log,
      intervalMs: 60_000,
    })
    await jobs.stop()
    expect((await accrualsOf(depositId)).map(({ k }) => k)).toEqual([1])
  })

  test('the runner books nothing while another backend runs the jobs', async () => {
    const { depositId } = await withDeposit('USDT', '100', after(72))
    const now = { now: () => after(73) }
    const run = async () => {
      const jobs = startJobs({
        ...database,
        clock: createProductClock(0, now),
        realClock: now,
        newId,
        demo: false,
        timeZone,
        storage,
        log,
        intervalMs: 60_000,
      })
      await jobs.stop()
      return (await accrualsOf(depositId)).length
    }
    await runAlone(database.db, locks.jobs, async () => expect(await run()).toBe(0))
    expect(await run()).toBe(1)
  })

  test('a clock that was moved is under way until the jobs of its days have run, by whoever runs them', async () => {
    const base = { now: () => after(70) }
    const clock = createProductClock(await storedOffset(database.db), base)
    const moving = () => isMoving(database.db)
    const during: boolean[] = []
    const also = async () => void during.push(await moving())
    const move = { clock, days: 12, timeZone, contextAt: (now: Date) => at(now) }
    await advance(database.db, { ...move, also })
    // Ten days, and two more.
    expect([...during, await moving()]).toEqual([true, true, false])
    const failed = advance(database.db, { ...move, also: () => Promise.reject(new Error('no connection')) })
    await expect(failed).rejects.toThrow('no connection')
    expect(await moving()).toBe(true)
    const jobs = startJobs({
      ...{ db: database.db, clock, realClock: base, newId, demo: true, timeZone, storage, log },
      intervalMs: 60_000,
    })
    await jobs.stop()
    expect(await moving()).toBe(false)
  })

  test("a backend adopts a demonstration's clock that another backend has moved", async () => {
    const now = { now: () => after(80) }
    const [mover, follower] = [createProductClock(0, now), createProductClock(0, now)]
    await advance(database.db, { clock: mover, days: 1, timeZone, contextAt: (moment) => at(moment) })
    const jobs = startJobs({
      ...database,
      clock: follower,
      realClock: now,
      newId,
      demo: true,
      timeZone,
      storage,
      log,
      intervalMs: 60_000,
    })
    await jobs.stop()
    expect(follower.offsetDays).toBe(await storedOffset(database.db))
    expect(follower.offsetDays).toBeGreaterThan(0)
  })
})
