import { type Deposit } from '~/contract/funds'
import { type Operation } from '~/contract/statement'
import { everyPage } from '~/lists/every-page.server'
import { dayMs, earnedUntil } from '~/investments/term-progress.server'
import { type I18n } from '~/locale/create'
import { type Upstream } from '~/upstream/types'

/**
 * The accruals of a deposit, ten days a page. The statement has no filter by deposit, but one by days: each page reads
 * only its own days, so its cost does not depend on the length of the deposit.
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
  /** The credited amount in USDT. */
  amount: string
}

const limit = 10

/** An investor with some hundred deposits has no more accruals in ten days than this many pages of the statement. */
const maxPages = 10

/**
 * @param now the upstream's time
 * @param page from 1, the newest days first
 * @returns undefined if the upstream does not provide the deposit's opening, or the deposit of an accrual
 */
export async function readAccruals(
  upstream: Upstream,
  deposit: Deposit,
  { page, now, calendarDate }: { page: number; now: Date } & Pick<I18n, 'calendarDate'>,
): Promise<Accruals | undefined> {
  if (deposit.startedAt === null) return undefined
  const opened = Date.parse(deposit.startedAt)
  const total = daysEarned(deposit, opened, now)
  const last = total - (page - 1) * limit
  if (last < 1) return { items: [], total, page, limit }
  const dueOn = (day: number) => calendarDate(new Date(opened + day * dayMs).toISOString())
  const booked = await allAccruals(upstream, dueOn(Math.max(1, last - limit + 1)), dueOn(last))
  const items = booked
    .filter(({ reference }) => reference?.id === deposit.id)
    .flatMap(({ createdAt: at, amount }) => (at === null ? [] : [{ day: dayOf(at, opened), at, amount }]))
    .filter(({ day }) => day <= last && day > last - limit)
  return items.length === 0 ? undefined : { items, total, page, limit }
}

/** Every accrual of the investor on these days, the newest first. */
async function allAccruals(upstream: Upstream, from: string, to: string): Promise<Operation[]> {
  const query = { type: 'accrual', from, to, limit: 1000, sort: 'createdAt', sortDir: 'desc' } as const
  const found: Operation[] = []
  for await (const items of everyPage((page) => upstream.user.operations({ ...query, page }), maxPages)) {
    found.push(...items)
  }
  return found
}

/** Whole days that it has earned: until now, its closing or the end of its terms, whichever came first. */
function daysEarned(deposit: Deposit, opened: number, now: Date): number {
  const ends = [deposit.endsAt, deposit.closedAt].flatMap((end) => (end === null ? [] : [Date.parse(end)]))
  const until = Math.min(earnedUntil(deposit, now), ...ends)
  return Math.max(0, Math.floor((until - opened) / dayMs))
}

function dayOf(at: string, opened: number): number {
  return Math.round((Date.parse(at) - opened) / dayMs)
}
