import { type Statistics, type Rank, type user } from '~/contract/user'
import { isZero, sum, compare } from '~/money/decimal'
import { type ChartDrawing, drawChart } from '~/ui/chart/drawing.server'
import { type Period, periods } from './panels/income'
import { type Deposit, type Refill } from '~/contract/funds'
import { canBeClosed } from '~/investments/closing'
import { type ListPage } from '~/lists/list-page'
import { type TermProgress, termProgress } from '~/investments/term-progress.server'
import { type z } from 'zod'
import { type CallAnswer } from '~/contract/call'
import { type WayToRank, isHighest, wayToRank } from '~/investments/partners/rewards.server'

/** The course of an investor's money, drawn. */
export interface Course {
  period: Period
  /** Days that one point of the drawings covers. */
  step: number
  /** Both accounts together at the end of each step, in USDT. */
  balance: ChartDrawing
  /** What deposits credited in each step, in USDT. */
  income: ChartDrawing
}

type Day = NonNullable<Statistics['series']>[number]

/** The longest series that the contract gives. */
const maxDays = 3_650
/** More points are indistinguishable on a phone. */
const maxPoints = 90

/** How many days of the statistics a period needs. */
export function daysOf(period: Period): number {
  return period === 'all' ? maxDays : Number(period)
}

export function readPeriod(requested: string | null): Period {
  return periods.find((period) => period === requested) ?? '30'
}

/** @returns null if nothing has ever happened in these days; undefined if the upstream does not provide them */
export function courseOf(series: readonly Day[] | null, period: Period): Course | null | undefined {
  if (series === null) return undefined
  const begun = series.findIndex((day) => !isEmpty(day))
  if (begun === -1) return null
  // All of it begins on the day before the first event: that is where the line rises from.
  const shown = period === 'all' ? series.slice(Math.max(0, begun - 1)) : series
  const step = Math.ceil(shown.length / maxPoints)
  const steps = stepsOf(shown, step)
  const points = (field: 'balance' | 'balance_dep' | 'income') =>
    steps.map((day) => ({ at: day.date, value: day[field] }))
  return {
    period,
    step,
    balance: drawChart({
      series: [{ points: points('balance') }, { points: points('balance_dep') }],
      levels: 3,
    }),
    income: drawChart({ series: [{ points: points('income') }], shape: 'columns', levels: 2 }),
  }
}

/**
 * Whole steps counted back from the last day, each dated by its last day: the balance then, and the income of the
 * step.
 */
function stepsOf(days: readonly Day[], step: number): Day[] {
  const steps: Day[] = []
  for (let end = days.length; end > 0; end -= step) {
    const part = days.slice(Math.max(0, end - step), end)
    const last = part.at(-1) as Day // end is above 0
    steps.unshift({ ...last, income: sum(part.map(({ income }) => income)) })
  }
  return steps
}

function isEmpty({ balance, balance_dep, income }: Day): boolean {
  return isZero(balance) && isZero(balance_dep) && isZero(income)
}

/** A deposit as the overview shows it. */
export interface DepositLine
  extends
    Pick<Deposit, 'id' | 'currency' | 'amount' | 'accrued' | 'status' | 'term' | 'endsAt'>,
    Pick<Deposit['plan'], 'title' | 'tariff'> {
  /** Null if it is not known. */
  progress: TermProgress | null
  next: { amount: string; at: string } | null
  canClose: boolean
}

/** Running deposits, as far as the overview shows them. */
export interface AtWork {
  /** What waits for the investor, then what earns next. */
  shown: DepositLine[]
  /** The total number; null if the upstream does not provide it. */
  total: number | null
  /** The one that earns next; null if none does, undefined if it is not known. */
  next: DepositLine | null | undefined
}

type Listed<Entry> = Pick<ListPage<Entry>, 'items' | 'total'>

/**
 * @param running in the order in which they earn
 * @param now the upstream's clock: it is the one that terms run by
 */
export function atWork(running: Listed<Deposit>, waiting: Listed<Deposit>, now: Date): AtWork {
  const [inProgress, awaiting] = [only(running, 'in_progress'), only(waiting, 'awaiting_completion')]
  const lines = inProgress.items.map((deposit) => depositLine(deposit, now))
  return {
    shown: [...awaiting.items.map((deposit) => depositLine(deposit, now)), ...lines],
    total: inProgress.total === null || awaiting.total === null ? null : inProgress.total + awaiting.total,
    next: nextOf(lines, inProgress.total),
  }
}

/** An upstream may ignore the filter: then the number of one status is not known. */
function only<Entry extends { status: string }>(
  { items, total }: Listed<Entry>,
  status: Entry['status'],
): Listed<Entry> {
  const own = items.filter((entry) => entry.status === status)
  return { items: own, total: own.length === items.length ? total : null }
}

/** Undefined when deposits run but none has a next-income date. */
function nextOf(lines: readonly DepositLine[], total: number | null): DepositLine | null | undefined {
  return lines.find(({ next }) => next !== null) ?? (total === 0 ? null : undefined)
}

/** @param now the upstream's clock: it is the one that terms run by */
export function depositLine(deposit: Deposit, now: Date): DepositLine {
  return {
    id: deposit.id,
    title: deposit.plan.title,
    tariff: deposit.plan.tariff,
    currency: deposit.currency,
    amount: deposit.amount,
    accrued: deposit.accrued,
    status: deposit.status,
    term: deposit.term,
    progress: termProgress(deposit, now),
    endsAt: deposit.endsAt,
    next:
      deposit.nextAccrual !== null && deposit.nextAccrualAt !== null
        ? { amount: deposit.nextAccrual, at: deposit.nextAccrualAt }
        : null,
    canClose: canBeClosed(deposit),
  }
}

/** A request whose transfer is awaited. */
export interface OpenTopUp extends Pick<Refill, 'id' | 'requestAmount' | 'currency' | 'expiresAt'> {
  /** How many there are, this one included; null if the upstream does not provide it. */
  count: number | null
}

/**
 * The newest of those that can still be paid; null if there is none.
 * @param pending newest first
 * @param now the upstream's time
 */
export function openTopUpOf(pending: Listed<Refill>, now: Date): OpenTopUp | null {
  const { items, total: count } = only(pending, 'pending')
  const [newest] = items
  if (!newest || (newest.expiresAt !== null && Date.parse(newest.expiresAt) <= now.getTime())) return null
  const { id, requestAmount, currency, expiresAt } = newest
  return { id, requestAmount, currency, expiresAt, count }
}

type RankName = z.infer<typeof Rank>

export interface RankView {
  rank: RankName | null
  /** The deposits that partners have opened so far. Decimal string; null if the upstream does not provide it. */
  turnover: string | null
  currency: string
  isHighest: boolean
  /** Null at the highest rank, and if the distance is not known. */
  next: (WayToRank & { rank: RankName }) | null
  /** The part of the rewards that is not free yet; null if the upstream holds none. */
  held: string | null
}

export function rankView(bonus: CallAnswer<typeof user.bonus>): RankView {
  const { rank, next, turnover, currency, held } = bonus
  return {
    rank,
    turnover,
    currency,
    isHighest: isHighest(bonus, bonus.ranks),
    next: next && turnover !== null ? { rank: next.rank, ...wayToRank(next.turnover, turnover) } : null,
    held: held && compare(held.total, '0') > 0 ? held.total : null,
  }
}
