import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { contract } from '~/contract'
import { type OperatorRole } from '~/contract/operator-roles'
import { describeCompany } from '../../tests/support/operator-context'
import { after, at, firstDay, join, newId, setRate, topUp, wallets } from '../../tests/support/funds'
import { createProductClock } from '../clock'
import { type Db } from '../db/connect'
import { outbox } from '../db/schema/notifications'
import { inquiries } from '../db/schema/operator'
import { users } from '../db/schema/users'
import { openDeposit } from '../funds/deposits'
import { approvePayment, completePayment } from '../funds/payment-decisions'
import { requestPayment } from '../funds/payments'
import { requestRefill } from '../funds/refills'
import { runDueJobs } from '../jobs/due-jobs'
import { lateJobs, recordRun } from '../jobs/job-runs'
import { unsentMessages } from '../outbox/unsent'
import { moneyFlow } from '../statistics/money-flow'
import { addWaitingUp } from '../statistics/waiting-sums'
import { takeCase } from './cases/assignments'
import { activeOperators, hasColleague } from './four-eyes'
import { operatorSummary, summaryFigures } from './summary'
import { readBooks } from './today/books'
import { duePayments, readQueues } from './today/waiting'

const timeZone = 'Europe/Vilnius'
const minute = 60_000

describeCompany('what an operator begins the day with', (company) => {
  /** At a moment, with figures that are read anew. */
  async function summaryAt(now: Date, role: OperatorRole = 'admin', realNow = now) {
    const { db } = company.database
    const productClock = createProductClock(0, { now: () => now })
    const realClock = { now: () => realNow }
    const figures = summaryFigures({ db, productClock, realClock, timeZone })
    const options = { role, now, realNow, demo: false, lowAddresses: 3, figures }
    return contract.operator.summary.output.encode(await operatorSummary(db, options))
  }
  const withdrawal = (
    userId: string,
    amount: string,
    now: Date,
    systemId: 'btc' | 'usdt-trc20' = 'usdt-trc20',
  ) =>
    company.database.db.transaction(async (tx) => {
      const request = { userId, systemId, amount, wallet: wallets[systemId] }
      return (await requestPayment(tx, at(now), request)).id
    })
  const ran = async (now: Date) => {
    for (const job of ['dues', 'outbox', 'cleanup'] as const) await recordRun(company.database.db, job, now)
  }

  test('is empty where nothing waits, and says of jobs that never ran that they are late', async () => {
    expect(await summaryAt(after(0))).toMatchObject({
      queues: { payments: 0, refills: 0, verifications: 0, inquiries: 0, applications: 0, proposals: 0 },
      overdue: 0,
      due: [],
      lateJobs: [
        { job: 'dues', since: null },
        { job: 'outbox', since: null },
        { job: 'cleanup', since: null },
      ],
      unsent: [],
      ledger: { off: [] },
      users: 1,
    })
  })

  test('has what waits with its sums by currency, the withdrawals that are due first, and the books', async () => {
    const { db } = company.database
    const userId = await join(db)
    await topUp(db, { userId, amount: '1000' })
    await topUp(db, { userId, systemId: 'btc', amount: '0.1' })
    await db.transaction((tx) =>
      openDeposit(tx, at(firstDay), { userId, planId: 'breeze', currency: 'USDT', amount: '100' }),
    )
    const late = await withdrawal(userId, '101', after(1))
    const later = await withdrawal(userId, '0.0101', after(2), 'btc')
    const paid = await withdrawal(userId, '51', after(2))
    await db.transaction((tx) => completePayment(tx, at(after(3)), { paymentId: paid }))
    const approved = await withdrawal(userId, '31', after(2))
    await db.transaction((tx) => approvePayment(tx, at(after(3)), { paymentId: approved }))
    const request = { userId, systemId: 'trx', amount: '400' }
    const { id: refill } = await db.transaction((tx) => requestRefill(tx, at(after(5, -minute)), request))
    const message = { id: newId(), kind: 'message', email: 'kai@example.org', message: 'When?' } as const
    await db.insert(inquiries).values({ ...message, createdAt: after(4) })
    await db.transaction((tx) => takeCase(tx, company.operator(after(5)), { queue: 'payments', id: later }))
    // The rate of the day of the payout is not that of today.
    await setRate(db, 'BTC', after(4), '60000')
    await runDueJobs(db, at(after(5)))
    await ran(after(5))

    const summary = await summaryAt(after(5, 1))
    expect(summary).toMatchObject({ overdue: 1, lateJobs: [], users: 2 })
    expect(summary.queues).toEqual({
      payments: 2,
      refills: 1,
      transfers: 0,
      verifications: 0,
      inquiries: 1,
      applications: 0,
      proposals: 0,
    })
    expect(summary.waiting).toEqual([
      {
        queue: 'payments',
        count: 2,
        oldest: { id: late, since: after(1).toISOString() },
        sums: [
          { currency: 'BTC', amount: '0.01', worth: '600' },
          { currency: 'USDT', amount: '100', worth: '100' },
        ],
      },
      {
        queue: 'payouts',
        count: 1,
        oldest: { id: approved, since: after(3).toISOString() },
        sums: [{ currency: 'USDT', amount: '30', worth: '30' }],
      },
      {
        queue: 'refills',
        count: 1,
        oldest: { id: refill, since: after(5, -minute).toISOString() },
        sums: [{ currency: 'TRX', amount: '400', worth: '100' }],
      },
      { queue: 'transfers', count: 0, oldest: null, sums: [] },
      { queue: 'verifications', count: 0, oldest: null, sums: [] },
      { queue: 'inquiries', count: 1, oldest: { id: message.id, since: after(4).toISOString() }, sums: [] },
      { queue: 'applications', count: 0, oldest: null, sums: [] },
      { queue: 'proposals', count: 0, oldest: null, sums: [] },
    ])
    expect(summary.due).toMatchObject([
      { id: late, owner: { id: userId }, amount: '100', currency: 'USDT', status: 'pending', takenBy: null },
      { id: later, amount: '0.01', approved: false, expectedBy: after(6).toISOString() },
      { id: approved, status: 'under_review', approved: true },
    ])
    expect(summary.due![1]!.takenBy).not.toBeNull()
    expect(summary.flow).toHaveLength(30)
    // 0.1 BTC at the 50,000 of its day.
    expect(summary.flow!.slice(-6).map(({ date, ...moved }) => [date, moved.in, moved.out])).toEqual([
      ['2026-01-01', '6000', '0'],
      ['2026-01-02', '0', '0'],
      ['2026-01-03', '0', '0'],
      ['2026-01-04', '0', '50'],
      ['2026-01-05', '0', '0'],
      ['2026-01-06', '0', '0'],
    ])
    expect(summary.accounts).toContainEqual({ account: 'outside', currency: 'USDT', balance: '-950' })
    expect(summary.accounts).toContainEqual({ account: 'held', currency: 'USDT', balance: '132' })
    expect(summary.ledger).toEqual({ at: after(5, 1).toISOString(), off: [] })
    expect(summary.addresses!.find(({ system }) => system === 'btc')).toMatchObject({ free: 0, isLow: true })
  })

  test('each role is shown the queues that it may read, and money where it decides on it', async () => {
    const keys = async (role: OperatorRole) => {
      const { queues, ...rest } = await summaryAt(after(5), role)
      const money = (['due', 'overdue', 'flow', 'accounts', 'ledger', 'addresses'] as const).filter(
        (key) => key in rest,
      )
      return [Object.keys(queues), money, rest.waiting!.map(({ queue }) => queue)]
    }
    const all = [
      'payments',
      'refills',
      'transfers',
      'verifications',
      'inquiries',
      'applications',
      'proposals',
    ]
    const withPayouts = ['payments', 'payouts', ...all.slice(1)]
    expect(await keys('admin')).toEqual([
      all,
      ['due', 'overdue', 'flow', 'accounts', 'ledger', 'addresses'],
      withPayouts,
    ])
    expect((await keys('cashier'))[1]).toEqual(['due', 'overdue', 'flow', 'accounts', 'ledger', 'addresses'])
    expect(await keys('support')).toEqual([all.slice(0, 6), ['due', 'overdue'], withPayouts.slice(0, 7)])
    expect(await keys('editor')).toEqual([[], [], []])
  })

  test('a job is late when something due is left, or when no run of it has ended for too long', async () => {
    const { db } = company.database
    await runDueJobs(db, at(after(6, -1)))
    await ran(after(6))
    // The accrual of day six was due at nine.
    expect((await summaryAt(after(6, 4 * minute))).lateJobs).toEqual([])
    expect((await summaryAt(after(6, 6 * minute))).lateJobs).toEqual([
      { job: 'accruals', since: after(6).toISOString() },
      { job: 'dues', since: after(6).toISOString() },
      { job: 'outbox', since: after(6).toISOString() },
    ])
    await runDueJobs(db, at(after(6, 6 * minute)))
    await ran(after(6, 6 * minute))
    expect((await summaryAt(after(6, 7 * minute))).lateJobs).toEqual([])
    // A run of the same half minute leaves the record as it is; in a demonstration it is shown in its clock's time.
    await ran(after(6, 6 * minute + 1000))
    const late = await lateJobs(db, { now: after(6, 80 * minute), realNow: after(6, 71 * minute) })
    expect(late.map(({ job, since }) => [job, since])).toEqual([
      ['dues', after(6, 15 * minute)],
      ['outbox', after(6, 15 * minute)],
    ])
    expect(
      (await lateJobs(db, { now: after(6), realNow: after(6, 71 * minute + 1) })).map(({ job }) => job),
    ).toContain('cleanup')
  })

  test('messages that could not be sent are counted by channel, and not those on their way', async () => {
    const { db } = company.database
    const now = after(10)
    const ago = (ms: number) => new Date(now.getTime() - ms)
    const hour = 60 * minute
    const rows = [
      { channel: 'email', attempts: 3, createdAt: ago(2 * hour) },
      { channel: 'email', attempts: 1, createdAt: ago(hour) },
      { channel: 'sms', attempts: 1, createdAt: ago(minute / 2), givenUpAt: now },
      // Sent, not tried yet, being tried, over a quota, and given up long ago.
      { channel: 'email', attempts: 2, createdAt: ago(hour), sentAt: now },
      { channel: 'email', attempts: 0, createdAt: ago(hour) },
      { channel: 'email', attempts: 1, createdAt: ago(minute / 2) },
      { channel: 'sms', attempts: 0, createdAt: ago(hour), givenUpAt: now },
      { channel: 'sms', attempts: 9, createdAt: ago(40 * hour), givenUpAt: ago(30 * hour) },
    ] as const
    const message = {
      recipient: 'kai@example.org',
      kind: 'addresses_low',
      values: {},
      language: 'en',
    } as const
    await db.insert(outbox).values(rows.map((row) => ({ ...message, ...row, id: randomUUID() })))
    expect((await summaryAt(now, 'editor')).unsent).toEqual([
      { channel: 'email', waiting: 2, lost: 0, since: ago(2 * hour).toISOString() },
      { channel: 'sms', waiting: 0, lost: 1, since: ago(minute / 2).toISOString() },
    ])
  })

  test('books that do not balance say in what currency, and by how much', async () => {
    const { db } = company.database
    const change = (by: string) =>
      db.execute(
        sql`update ledger_accounts set balance = balance + ${by}::numeric where id = 'house/outside/USDT'`,
      )
    await change('0.000001')
    expect((await summaryAt(after(11))).ledger!.off).toEqual([{ currency: 'USDT', amount: '0.000001' }])
    await change('-0.000001')
    expect((await summaryAt(after(11))).ledger!.off).toEqual([])
  })

  test('figures of many rows are read once a minute, and at once after a failure or on another day', async () => {
    const { db } = company.database
    let reads = 0
    const count: typeof db.$count = (source, filters) => {
      reads += 1
      return db.$count(source, filters)
    }
    const counting = Object.create(db, { $count: { value: count } }) as typeof db
    const productClock = createProductClock(0, { now: () => after(12) })
    let ms = 1
    const realClock = { now: () => after(12, ms) }
    const figures = summaryFigures({ db: counting, productClock, realClock, timeZone })
    const read = (at: number, day = '2026-01-01') => {
      ms = at
      return figures.forceFetch(day)
    }
    const [first, second] = await Promise.all([read(1), read(1)])
    expect(second).toBe(first)
    expect(await read(60_000)).toBe(first)
    expect(reads).toBe(1)
    await read(60_002)
    await read(60_003, '2026-01-02')
    expect(reads).toBe(3)
  })

  /** What waits by the sums that are kept, and by the cases themselves. */
  async function waitingOf(db: Db) {
    const { rows: kept } = await db.execute(sql`
      select queue, currency, sum(count)::int as count, trim_scale(sum(amount)) as amount from waiting_changes
      group by 1, 2 having sum(count) <> 0 or sum(amount) <> 0 order by 1, 2`)
    const { rows: counted } = await db.execute(sql`
      select queue, currency, count(*)::int as count, trim_scale(sum(amount)) as amount from (
        select case when approved_at is null then 'payments' else 'payouts' end as queue, currency, net as amount
        from payments where status in ('pending', 'under_review')
        union all select 'refills', currency, request_amount from refills where status = 'pending'
        union all select 'verifications', null, 0 from verifications where status = 'in_process'
        union all select case when kind = 'application' then 'applications' else 'inquiries' end, null, 0
        from inquiries where status = 'open') as open
      group by 1, 2 order by 1, 2`)
    return { kept, counted }
  }

  test('what waits is kept up by whatever changes it, many rows at once or one, and by nothing that is undone', async () => {
    const { db } = company.database
    const userId = await join(db)
    await topUp(db, { userId, amount: '9000' })
    const agree = async (what: string) => {
      const { kept, counted } = await waitingOf(db)
      expect(kept, what).toEqual(counted)
      expect(counted.length, what).toBeGreaterThan(0)
    }
    await agree('what other tests have left')
    const open = await Promise.all(['31', '32', '33', '34'].map((sum) => withdrawal(userId, sum, after(13))))
    await agree('asked for')
    await db.transaction((tx) => approvePayment(tx, at(after(13)), { paymentId: open[0]! }))
    await db.transaction((tx) => completePayment(tx, at(after(13)), { paymentId: open[1]! }))
    await agree('decided')
    await db.execute(sql`update payments set approved_at = now(), status = 'under_review'
      where status = 'pending' and user_id = ${userId}`)
    await agree('many at once')
    const undone = db.transaction(async (tx) => {
      await completePayment(tx, at(after(13)), { paymentId: open[2]! })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await agree('undone')
    await db.execute(sql`
      insert into inquiries (id, kind, message, created_at)
      select 'kept-' || n, case when n % 3 = 0 then 'application' else 'message' end, 'When?', now()
      from generate_series(1, 90) as n`)
    await db.execute(sql`
      insert into verifications (id, user_id, submitted_at)
      select 'kept-' || n, ${userId}, now() from generate_series(1, 9) as n`)
    await db.execute(sql`update inquiries set status = 'done' where id like 'kept-%5'`)
    await db.execute(sql`delete from inquiries where id like 'kept-%6'`)
    await db.execute(sql`update inquiries set kind = 'application' where id = 'kept-4'`)
    await db.execute(
      sql`update verifications set status = 'successful', decided_at = now() where id = 'kept-4'`,
    )
    await agree('of all kinds')
    await Promise.all([addWaitingUp(db), addWaitingUp(db), withdrawal(userId, '35', after(13))])
    await addWaitingUp(db)
    await agree('added up')
    const { kept } = await waitingOf(db)
    const { rows } = await db.execute<{ rows: number }>(
      sql`select count(*)::int as rows from waiting_changes`,
    )
    expect(rows[0]!.rows).toBe(kept.length)
  })

  /** How often each table was read as a whole, by this connection. */
  async function scansOf(tx: Db): Promise<Map<string, string>> {
    const { rows } = await tx.execute<{ table: string; scans: string }>(
      sql`select relname as table, seq_scan as scans from pg_stat_xact_user_tables where seq_scan > 0`,
    )
    return new Map(rows.map(({ table, scans }) => [table, scans]))
  }

  test('every question finds its rows by an index', async () => {
    const { db } = company.database
    const whole = await db.transaction(async (tx) => {
      // Of a small table PostgreSQL would read the whole.
      await tx.execute(sql`set local enable_seqscan = off`)
      const before = await scansOf(tx)
      const now = after(12)
      await readQueues(tx, { now, rates: new Map() })
      await duePayments(tx, { realNow: now })
      await lateJobs(tx, { now, realNow: now })
      await unsentMessages(tx, now)
      await moneyFlow(tx, { now, timeZone, days: 30 })
      await activeOperators(tx)
      await hasColleague(tx, { operatorId: null, now })
      const scans = await scansOf(tx)
      return [...scans.keys()].filter((table) => scans.get(table) !== before.get(table))
    })
    // One has a row for each of three jobs, the other one for each queue and currency.
    expect(whole.sort()).toEqual(['job_runs', 'waiting_changes'])
    expect((await readBooks(db, after(12))).off).toEqual([])
    expect(await db.$count(users)).toBe(3)
  })

  test('the books are summed from the accounts, each read once, and from no line; users are counted in an index', async () => {
    const read = await company.database.db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`)
      const readsOf = async () => {
        const { rows } = await tx.execute<{ table: string; scans: number; by_index: number }>(sql`
          select relname as table, seq_scan::int as scans, coalesce(idx_scan, 0)::int as by_index
          from pg_stat_xact_user_tables where relname in ('ledger_accounts', 'ledger_lines', 'ledger_entries', 'users')
          order by relname`)
        return rows
      }
      const before = await readsOf()
      await readBooks(tx, after(12))
      await tx.$count(users)
      return (await readsOf()).map(({ table, scans, by_index: byIndex }, place) => [
        table,
        scans - before[place]!.scans,
        byIndex - before[place]!.by_index,
      ])
    })
    expect(read).toEqual([
      ['ledger_accounts', 1, 0],
      ['ledger_entries', 0, 0],
      ['ledger_lines', 0, 0],
      ['users', 0, 1],
    ])
  })
})
