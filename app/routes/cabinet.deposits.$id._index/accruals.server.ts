import { type Deposit } from '~/contract/funds'
import { type Operation } from '~/contract/statement'
import { dayMs, earnedUntil } from '~/investments/term-progress.server'
import { type I18n } from '~/locale/create'
import { type Upstream } from '~/upstream/types'

/**
 * What a deposit has accrued, ten days a page. The statement can't be asked for one deposit, but for days: each page
 * asks for its own, so that it costs the same however long the deposit runs.
 */

export interface Accruals {
  items: Accrual[]
  total: number
  page: number
  limit: number
}

export interface Accrual {
  /** The day of the deposit, from 1. */
  day: number
  at: string
  /** What was credited, in USDT. */
  amount: string
}

const limit = 10

/** An investor with some hundred deposits has no more accruals in ten days than this many pages of the statement. */
const maxPages = 10

/** @param now the upstream's moment @param page from 1, the newest days first */
export async function readAccruals(
  upstream: Upstream,
  deposit: Deposit,
  { page, now, calendarDate }: { page: number; now: Date } & Pick<I18n, 'calendarDate'>,
): Promise<Accruals> {
  const total = daysEarned(deposit, now)
  const last = total - (page - 1) * limit
  if (last < 1) return { items: [], total, page, limit }
  const dueOn = (day: number) =>
    calendarDate(new Date(Date.parse(deposit.startedAt) + day * dayMs).toISOString())
  const booked = await allAccruals(upstream, dueOn(Math.max(1, last - limit + 1)), dueOn(last))
  const items = booked
    .filter(({ reference }) => reference?.id === deposit.id)
    .map(({ createdAt, amount }) => ({ day: dayOf(deposit, createdAt), at: createdAt, amount }))
    .filter(({ day }) => day <= last && day > last - limit)
  return { items, total, page, limit }
}

/** Every accrual of the investor on these days, the newest first. */
async function allAccruals(upstream: Upstream, from: string, to: string): Promise<Operation[]> {
  const found: Operation[] = []
  for (let page = 1; page <= maxPages; page++) {
    const { items, total } = await upstream.user.operations({
      type: 'accrual',
      from,
      to,
      page,
      limit: 1000,
      sort: 'createdAt',
      sortDir: 'desc',
    })
    found.push(...items)
    if (items.length === 0 || found.length >= total) break
  }
  return found
}

/** Whole days that it has earned: until now, its closing or the end of its terms, whichever came first. */
function daysEarned(deposit: Deposit, now: Date): number {
  const { startedAt, endsAt, closedAt } = deposit
  const until = Math.min(earnedUntil(deposit, now), Date.parse(endsAt), Date.parse(closedAt ?? endsAt))
  return Math.max(0, Math.floor((until - Date.parse(startedAt)) / dayMs))
}

function dayOf({ startedAt }: Deposit, at: string): number {
  return Math.round((Date.parse(at) - Date.parse(startedAt)) / dayMs)
}
