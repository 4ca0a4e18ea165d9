import { type Statistics, type Rank, type user } from '~/contract/user'
import { isZero, sum, compare } from '~/money/decimal'
import { type ChartDrawing, drawChart } from '~/ui/chart/drawing.server'
import { type Period, periods } from './income'
import { type Deposit, type Refill } from '~/contract/funds'
import { type TermProgress, termProgress } from '~/investments/term-progress.server'
import { type z } from 'zod'
import { type CallOutput } from '~/contract/call'
import { type WayToRank, wayToRank } from '~/investments/partners/rewards.server'

/** The course of an investor's money, drawn. */
export interface Course {
  period: Period
  /** Days that one point of the drawings stands for. */
  step: number
  /** What stood on both accounts at the end of each step, in USDT. */
  balance: ChartDrawing
  /** What deposits credited in each step, in USDT. */
  income: ChartDrawing
}

type Day = Statistics['series'][number]

/** The longest series that the contract gives. */
const maxDays = 3_650
/** More points than that are no longer told apart on a phone. */
const maxPoints = 90

/** How many days of the statistics a period needs. */
export function daysOf(period: Period): number {
  return period === 'all' ? maxDays : Number(period)
}

export function readPeriod(requested: string | null): Period {
  return periods.find((period) => period === requested) ?? '30'
}

/** @returns null where nothing has ever happened in these days */
export function courseOf(series: readonly Day[], period: Period): Course | null {
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

/** Whole steps counted back from the last day, each told by its last day: what stood then, and what it earned in all. */
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
export interface DepositLine extends TermProgress {
  id: string
  title: string
  currency: string
  amount: string
  accrued: string
  status: Deposit['status']
  term: 1 | 2
  endsAt: string
  next: { amount: string; at: string } | null
  canClose: boolean
}

/** What is at work, as far as the overview shows it. */
export interface AtWork {
  /** What waits for the investor, then what earns next. */
  shown: DepositLine[]
  /** How many there are in all. */
  total: number
  /** The one that earns next. */
  next: DepositLine | null
}

interface Page {
  items: Deposit[]
  total: number
}

/**
 * @param running in the order in which they earn
 * @param now the upstream's clock: it is the one that terms run by
 */
export function atWork(running: Page, waiting: Page, now: Date): AtWork {
  const lines = running.items.map((deposit) => depositLine(deposit, now))
  return {
    shown: [...waiting.items.map((deposit) => depositLine(deposit, now)), ...lines],
    total: running.total + waiting.total,
    next: lines.find(({ next }) => next !== null) ?? null,
  }
}

/** @param now the upstream's clock: it is the one that terms run by */
export function depositLine(deposit: Deposit, now: Date): DepositLine {
  return {
    id: deposit.id,
    title: deposit.plan.title,
    currency: deposit.currency,
    amount: deposit.amount,
    accrued: deposit.accrued,
    status: deposit.status,
    term: deposit.term,
    ...termProgress(deposit, now),
    endsAt: deposit.endsAt,
    next:
      deposit.nextAccrual !== null && deposit.nextAccrualAt !== null
        ? { amount: deposit.nextAccrual, at: deposit.nextAccrualAt }
        : null,
    canClose: deposit.canClose,
  }
}

/** A request whose transfer is awaited. */
export interface OpenTopUp extends Pick<Refill, 'id' | 'requestAmount' | 'currency' | 'expiresAt'> {
  /** How many there are, this one included. */
  count: number
}

/**
 * The newest of those that can still be paid; null where there is none.
 * @param pending newest first
 * @param now the upstream's moment
 */
export function openTopUpOf(
  pending: { items: readonly Refill[]; total: number },
  now: Date,
): OpenTopUp | null {
  const [newest] = pending.items
  if (!newest || Date.parse(newest.expiresAt) <= now.getTime()) return null
  const { id, requestAmount, currency, expiresAt } = newest
  return { id, requestAmount, currency, expiresAt, count: pending.total }
}

type RankName = z.infer<typeof Rank>

export interface RankView {
  rank: RankName | null
  /** What partners have opened so far. Decimal string. */
  turnover: string
  currency: string
  /** null at the highest rank. */
  next: (WayToRank & { rank: RankName }) | null
  /** What of the rewards is not free yet; null where an upstream holds nothing. */
  held: string | null
}

export function rankView({ rank, next, turnover, currency, held }: CallOutput<typeof user.bonus>): RankView {
  return {
    rank,
    turnover,
    currency,
    next: next && { rank: next.rank, ...wayToRank(next.turnover, turnover) },
    held: held && compare(held.total, '0') > 0 ? held.total : null,
  }
}
