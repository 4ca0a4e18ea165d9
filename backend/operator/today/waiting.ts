import { type SQL, and, asc, eq, inArray, lt, sql } from 'drizzle-orm'
import { type contract } from '~/contract'
import { type CallOutput } from '~/contract/call'
import { type Db } from '../../db/connect'
import { caseAssignments } from '../../db/schema/operator'
import { payments } from '../../db/schema/transfers'
import { users } from '../../db/schema/users'
import { waitingChanges } from '../../db/schema/waiting'
import { worthInUsdt } from '../../domain/currencies'
import { plain } from '../../domain/decimal'
import { maxCounted } from '../case-search'
import { isLive } from '../cases/assignments'

/** What waits for operators: how much of it, since when, and the withdrawals whose time ends first. */

type Summary = CallOutput<typeof contract.operator.summary>
type Waiting = NonNullable<Summary['waiting']>[number] & { queue: QueueName }
export type QueueName = keyof Summary['queues'] | 'payouts'

/** How many withdrawals are named. */
const maxDue = 8

interface QueueRow extends Record<string, unknown> {
  queue: QueueName
  id: string | null
  since: string | null
}

/** A queue has a row, or one for each currency in which something waits. */
interface CountRow extends Record<string, unknown> {
  queue: QueueName
  count: number
  currency: string | null
  amount: string | null
}

/**
 * The queues of operators in the order of a day's work.
 * @param now the product's time, by which a withdrawal is overdue and a top-up or a proposal past its time
 * @param rates by which sums are valued, by coin
 */
export async function readQueues(
  db: Db,
  { now, rates }: { now: Date; rates: ReadonlyMap<string, string> },
): Promise<{ waiting: Waiting[]; overdue: number }> {
  const [queues, counts, overdue] = await Promise.all([
    oldestOf(db, now),
    countsOf(db, now),
    overdueCount(db, now),
  ])
  const waiting = queues.map(({ queue, id, since }) => {
    const own = counts.filter((one) => one.queue === queue)
    return {
      queue,
      count: totalOf(counts, queue),
      oldest: id === null || since === null ? null : { id, since: new Date(since).toISOString() },
      sums: own.flatMap(({ currency, amount }) => {
        if (currency === null || amount === null) return []
        const exact = plain(amount)
        return { currency, amount: exact, worth: worthInUsdt(exact, rates.get(currency) ?? '0') }
      }),
    }
  })
  return { waiting, overdue }
}

/**
 * How many cases wait for a decision, at most `maxCounted` of each queue. An approved withdrawal waits only to be paid out.
 * Every page of an operator's shows them, so that they take as long in a long queue as in a short one.
 */
export async function queueCounts(
  db: Db,
  now: Date,
): Promise<NonNullable<CallOutput<typeof contract.operator.self>['queues']>> {
  const moment = sql`${now.toISOString()}::timestamptz`
  const counted = (waiting: SQL) =>
    sql`(select count(*)::int from (select from ${waiting} limit ${maxCounted}) as waiting)`
  const { rows } = await db.execute<Record<CountedQueue, number>>(sql`select
    ${counted(sql`payments where status in ('pending', 'under_review') and approved_at is null`)} as payments,
    ${counted(sql`refills where status = 'pending' and expires_at > ${moment}`)} as refills,
    ${counted(sql`incoming_transfers where waits_since is not null and closed_at is null`)} as transfers,
    ${counted(sql`verifications where status = 'in_process'`)} as verifications,
    ${counted(sql`inquiries where status = 'open' and kind <> 'application'`)} as inquiries,
    ${counted(sql`inquiries where status = 'open' and kind = 'application'`)} as applications,
    ${counted(sql`proposals where status = 'open' and expires_at > ${moment}`)} as proposals`)
  return rows[0]! // it selects one row
}

type CountedQueue = Exclude<QueueName, 'payouts'>

const totalOf = (counts: readonly CountRow[], queue: QueueName): number =>
  counts.filter((one) => one.queue === queue).reduce((total, { count }) => total + count, 0)

/** Each queue with its oldest case, found by an index. The top-up that ends first stands for the oldest one. */
async function oldestOf(db: Db, now: Date): Promise<QueueRow[]> {
  const moment = sql`${now.toISOString()}::timestamptz`
  const { rows } = await db.execute<QueueRow>(sql`
    select queue, id, since from (values (1, 'payments'), (2, 'payouts'), (3, 'refills'), (4, 'transfers'),
      (5, 'verifications'), (6, 'inquiries'), (7, 'applications'), (8, 'proposals')) as queues (place, queue)
    left join (
      (select 'payments' as queue, id, created_at as since from payments
        where status in ('pending', 'under_review') and approved_at is null order by created_at limit 1)
      union all
      (select 'payouts', id, approved_at from payments
        where status = 'under_review' and approved_at is not null order by approved_at limit 1)
      union all
      (select 'refills', id, created_at from refills
        where status = 'pending' and expires_at > ${moment} order by expires_at limit 1)
      union all
      (select 'transfers', id, waits_since from incoming_transfers
        where waits_since is not null and closed_at is null order by waits_since limit 1)
      union all
      (select 'verifications', id, submitted_at from verifications
        where status = 'in_process' order by submitted_at limit 1)
      union all
      (select 'inquiries', id, created_at from inquiries
        where status = 'open' and kind <> 'application' order by created_at limit 1)
      union all
      (select 'applications', id, created_at from inquiries
        where status = 'open' and kind = 'application' order by created_at limit 1)
      union all
      (select 'proposals', id, proposed_at from proposals
        where status = 'open' and expires_at > ${moment} order by proposed_at limit 1)
    ) as first using (queue)
    order by place`)
  return rows
}

/**
 * How many cases wait in each queue, and what withdrawals and top-ups come to: by sums that the database keeps, without the
 * top-ups whose time has passed and which no job has reached yet.
 */
async function countsOf(db: Db, now: Date): Promise<CountRow[]> {
  const moment = sql`${now.toISOString()}::timestamptz`
  const { rows } = await db.execute<CountRow>(sql`
    select queue, sum(count)::int as count, currency, sum(amount)::text as amount from (
      select queue, currency, count, amount from ${waitingChanges}
      union all
      select 'refills', currency, -1, -request_amount from refills
        where status = 'pending' and expires_at <= ${moment}
      union all
      select 'transfers', null, 1, 0 from incoming_transfers where waits_since is not null and closed_at is null
      union all
      select 'proposals', null, 1, 0 from proposals where status = 'open' and expires_at > ${moment}
    ) as changes
    group by queue, currency having sum(count) <> 0 order by queue, currency`)
  return rows
}

/** How many open withdrawals are past their time, at most `maxCounted`. */
async function overdueCount(db: Db, now: Date): Promise<number> {
  const { expectedBy, status } = payments
  const late = and(inArray(status, ['pending', 'under_review']), lt(expectedBy, now))
  return db.$count(db.select({ id: payments.id }).from(payments).where(late).limit(maxCounted).as('late'))
}

/**
 * The open withdrawals whose time ends first, approved ones included: their time runs until they are paid out.
 * @param realNow real time, by which assignments end
 */
export async function duePayments(
  db: Db,
  { realNow }: { realNow: Date },
): Promise<NonNullable<Summary['due']>> {
  const { id, net, currency, status, approvedAt, createdAt, expectedBy } = payments
  const rows = await db
    .select({
      ...{ id, amount: net, currency, status, approvedAt, createdAt, expectedBy },
      owner: { id: users.id, login: users.login },
      takenBy: sql<string | null>`(select login from users where users.id = ${caseAssignments.operatorId})`,
    })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.userId))
    .leftJoin(
      caseAssignments,
      and(eq(caseAssignments.queue, 'payments'), eq(caseAssignments.subjectId, id), isLive(realNow)),
    )
    .where(inArray(status, ['pending', 'under_review']))
    .orderBy(asc(expectedBy), asc(id))
    .limit(maxDue)
  return rows.map(({ approvedAt: approved, ...row }) => ({
    ...row,
    status: row.status as 'pending' | 'under_review', // the query reads no other
    approved: approved !== null,
    createdAt: row.createdAt.toISOString(),
    expectedBy: row.expectedBy.toISOString(),
  }))
}
