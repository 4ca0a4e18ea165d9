/**
 * Daily income. Invariants: the k-th accrual of a deposit is booked once, at its due time and at the rate of that time,
 * also if this runs late or several times; at one instant the accrual comes first, then its matching, then the change
 * of the deposit's state, and at the end of the first term the release of the rewards that were held until then. The
 * deposit's own count of accruals is changed in the transaction that books them.
 */
import { and, asc, inArray, lte, sql } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { deposits } from '../db/schema/deposits'
import { worthInUsdt } from '../domain/currencies'
import { type Decimal, isPositive } from '../domain/decimal'
import { type DepositState, accrualDueAt, afterAccrual, dayIncome } from '../domain/deposit-terms'
import { accrued } from '../domain/investor-postings'
import { matchingPaid } from '../domain/reward-postings'
import { type RankRule, matchingPercent, shareOf } from '../domain/rewards'
import { Books } from './books'
import { type FundsContext } from './context'
import { HeldRewards, RewardBlocks, releaseOf } from './held-rewards'
import { levels, lockInvestors } from './investors'
import { type NotificationEvent, notify } from '../notifications/events'
import { ratesOf } from './rates'
import { touchedByDues } from './touched-by-dues'
import { rankRules } from './rules'
import { array } from './write-entries'

export type DepositRow = typeof deposits.$inferSelect

interface Due {
  deposit: DepositRow
  k: number
  at: Date
}

interface Accrual extends Due {
  entryId: string | null
  amount: Decimal
  rate: Decimal
  creditedUsdt: Decimal
}

/**
 * The books of an investor who acts, with everything booked that was due before on the accounts that the action may
 * touch. At one instant accruals come first, whether or not the job has run, so that every line's balance follows from
 * the line before it.
 * @param options.inviters levels above the investor that the action itself will pay
 * @param options.touched `touchedByDues` of them, where the action reads it together with something else
 */
export async function openSettledBooks(
  tx: Db,
  context: FundsContext,
  userId: string,
  { inviters = 0, touched: known }: { inviters?: number; touched?: string[] | null } = {},
): Promise<Books> {
  // Read before the lock: waiting for it makes no deposits due, at most they are booked meanwhile.
  const touched =
    known === undefined ? await touchedByDues(tx, { userId, inviters, now: context.now }) : known
  if (touched === null) return Books.open(tx, context, [userId], { inviters })
  const books = await Books.open(tx, context, touched)
  const due = and(inArray(deposits.userId, touched), lte(deposits.nextAccrualAt, context.now))
  await bookDue(tx, books, context, await tx.select().from(deposits).where(due), context.now)
  return books
}

/**
 * Locks the investors, and everyone whom due accruals connect with them, as `openSettledBooks` will: for a use case that reads
 * something of theirs before. All are locked by one statement in the order of their ids, so that nobody waits in a circle.
 */
export async function lockForBooks(
  tx: Db,
  { now }: Pick<FundsContext, 'now'>,
  userIds: readonly string[],
): Promise<void> {
  const touched = new Set(userIds)
  for (const userId of userIds)
    for (const id of (await touchedByDues(tx, { userId, inviters: 0, now })) ?? []) touched.add(id)
  await lockInvestors(tx, [...touched], 0)
}

/**
 * Books the earliest accruals of all that are due, in due-time order: those of at most `maxCount` deposits. Returns whether
 * there are more.
 */
export async function bookEarliestDue(tx: Db, context: FundsContext, maxCount = 200): Promise<boolean> {
  const { id, userId, nextAccrualAt, startedAt, termDays, accruals: done, holdsRewards } = deposits
  const found = await tx
    .select({ id, userId, at: nextAccrualAt, startedAt, termDays, accruals: done, holdsRewards })
    .from(deposits)
    .where(lte(deposits.nextAccrualAt, context.now))
    .orderBy(asc(deposits.nextAccrualAt), asc(deposits.id))
    .limit(maxCount + 1)
  const chosen = found.slice(0, maxCount)
  if (chosen.length === 0) return false
  // Not beyond the first deposit of the next run, so that earlier accruals are booked first.
  const until = found[maxCount]?.at ?? context.now
  // The end of a first term affects every rewarded level; an accrual only the nearest.
  const inviters = chosen.some((deposit) => endsFirstTerm(deposit, until)) ? levels : 1
  const books = await Books.open(tx, context, [...new Set(chosen.map((one) => one.userId))], { inviters })
  // Read again under the lock: another run, or an action of the investor, may have booked some of them.
  const ids = chosen.map((one) => one.id)
  const stillDue = and(inArray(deposits.id, ids), lte(deposits.nextAccrualAt, until))
  await bookDue(tx, books, context, await tx.select().from(deposits).where(stillDue), until)
  return found.length > maxCount
}

/** Whether rewards that are held for the deposit become free by a moment. */
const endsFirstTerm = (
  deposit: Pick<DepositRow, 'startedAt' | 'termDays' | 'accruals' | 'holdsRewards'>,
  until: Date,
): boolean => deposit.holdsRewards && deposit.accruals < deposit.termDays && releaseOf(deposit) <= until

/**
 * Books the due accruals of deposits whose owners' books are open, with one level of inviters, or with all if a first
 * term ends.
 */
async function bookDue(
  tx: Db,
  books: Books,
  { newId }: FundsContext,
  rows: DepositRow[],
  until: Date,
): Promise<void> {
  const dues = rows.flatMap((deposit) => duesOf(deposit, until)).sort(inDueOrder)
  if (dues.length === 0) return
  const rates = await ratesOf(
    tx,
    dues.map(({ deposit, at }) => ({ coin: deposit.currency, at })),
  )
  const ranks = await rankRules(tx)
  const blocks = await RewardBlocks.of(tx, [...new Set(rows.map(({ userId }) => userId))])
  const held = await HeldRewards.of(
    tx,
    { newId },
    rows.filter((deposit) => deposit.holdsRewards && deposit.accruals < deposit.termDays).map(({ id }) => id),
  )

  const states = new Map(rows.map((deposit) => [deposit.id, deposit]))
  const booked: Accrual[] = []
  const notifications: NotificationEvent[] = []
  for (const [index, due] of dues.entries()) {
    const state = states.get(due.deposit.id)!
    const accrual = bookOne(books, due, { rate: rates[index]!, ranks, blocks, held })
    const next = { ...state, ...afterAccrual(state, accrual.creditedUsdt) }
    states.set(state.id, next)
    booked.push(accrual)
    notifications.push(...notificationsOf(state, next, due.at))
    if (due.k === state.termDays) notifications.push(...held.release(books, state.id, due.at))
  }
  await books.write()
  await held.write(tx)
  await writeAccruals(tx, booked, [...states.values()])
  await notify(tx, newId, notifications)
}

function duesOf(deposit: DepositRow, until: Date): Due[] {
  const last = deposit.termDays + deposit.extensionDays
  const dues: Due[] = []
  for (let k = deposit.accruals + 1; k <= last; k++) {
    const at = accrualDueAt(deposit, k)
    if (at > until) break
    dues.push({ deposit, k, at })
  }
  return dues
}

const inDueOrder = (a: Due, b: Due): number =>
  a.at.getTime() - b.at.getTime() || (a.deposit.id < b.deposit.id ? -1 : 1)

interface Surroundings {
  rate: Decimal
  ranks: RankRule[]
  blocks: RewardBlocks
  held: HeldRewards
}

function bookOne(books: Books, due: Due, { rate, ranks, blocks, held }: Surroundings): Accrual {
  const { deposit, k, at } = due
  const amount = dayIncome(deposit, k)
  const creditedUsdt = worthInUsdt(amount, rate)
  // A day whose income cut at USDT's scale is nothing is recorded, and moves no money.
  if (!isPositive(creditedUsdt)) return { ...due, entryId: null, amount, rate, creditedUsdt }

  const occasion = { userId: deposit.userId, occurredAt: at }
  const entryId = books.post(accrued(occasion, { depositId: deposit.id, k, creditedUsdt }))
  const [inviter] = books.invitersOf(deposit.userId)
  const isRewarded = inviter && !inviter.erased && !blocks.has(inviter.id, deposit.userId)
  const percent = isRewarded && matchingPercent(inviter.rank, ranks)
  const share = percent ? shareOf(creditedUsdt, percent) : '0'
  if (inviter && isPositive(share)) {
    const isHeld = deposit.holdsRewards && k <= deposit.termDays
    const reward = { depositId: deposit.id, k, partnerId: deposit.userId, amount: share, held: isHeld }
    books.post(matchingPaid({ userId: inviter.id, occurredAt: at }, reward))
    if (isHeld) {
      const kept = { source: `matching:${deposit.id}`, kind: 'matching', rank: null, amount: share } as const
      held.hold({ ...kept, userId: inviter.id, level: 1, at }, deposit)
    }
  }
  return { ...due, entryId, amount, rate, creditedUsdt }
}

function notificationsOf(
  before: DepositRow,
  after: DepositRow & DepositState,
  at: Date,
): NotificationEvent[] {
  const { id: depositId, userId, amount, currency } = before
  const values = { depositId, amount, currency }
  if (after.status === 'awaiting_completion')
    return [{ userId, at, kind: 'deposit_awaiting_completion', values: { ...values, term: after.term } }]
  return after.term > before.term ? [{ userId, at, kind: 'deposit_closable', values }] : []
}

async function writeAccruals(tx: Db, booked: Accrual[], states: DepositRow[]): Promise<void> {
  await tx.execute(sql`
    with done as (
      insert into accruals (deposit_id, k, entry_id, due_at, amount, rate, credited_usdt)
      select * from unnest(
        ${array(booked, ({ deposit }) => deposit.id)}::text[],
        ${array(booked, ({ k }) => k)}::int[],
        ${array(booked, ({ entryId }) => entryId)}::text[],
        ${array(booked, ({ at }) => at)}::timestamptz[],
        ${array(booked, ({ amount }) => amount)}::numeric[],
        ${array(booked, ({ rate }) => rate)}::numeric[],
        ${array(booked, ({ creditedUsdt }) => creditedUsdt)}::numeric[])
    )
    update deposits set
      status = state.status, term = state.term, accruals = state.accruals, accrued = state.accrued,
      accrued_usdt = state.accrued_usdt, next_accrual_at = state.next_accrual_at
    from unnest(
      ${array(states, ({ id }) => id)}::text[],
      ${array(states, ({ status }) => status)}::text[],
      ${array(states, ({ term }) => term)}::smallint[],
      ${array(states, ({ accruals }) => accruals)}::int[],
      ${array(states, (state) => state.accrued)}::numeric[],
      ${array(states, ({ accruedUsdt }) => accruedUsdt)}::numeric[],
      ${array(states, ({ nextAccrualAt }) => nextAccrualAt)}::timestamptz[])
      as state (id, status, term, accruals, accrued, accrued_usdt, next_accrual_at)
    where deposits.id = state.id`)
}
