import { type Deposit, type Payment, type Refill } from '~/contract/funds'
import { type Statistics } from '~/contract/user'
import { type Period } from '~/investments/course-period'
import { add, isZero, sum } from '~/money/decimal'
import { type ChartDrawing, type EventKind, drawChart } from '~/ui/chart/drawing.server'
import { type CourseOf, coursesOf } from './panels/course'

/** The course of an investor's money, drawn. */
export interface Course {
  period: Period
  of: CourseOf
  /** Days that one point of the drawing covers. */
  step: number
  /** All of the money and what of it is in deposits at the end of each step, or what deposits credited in it; in USDT. */
  drawing: ChartDrawing
  /** What moved the money, by the point that it belongs to. */
  moves: Record<string, Move[]>
}

export interface Move {
  what: 'topUp' | 'withdrawal' | 'deposit'
  amount: string
  currency: string | null
}

interface DatedMove extends Move {
  /** A calendar date. */
  date: string
}

type Day = NonNullable<Statistics['series']>[number]

/** More points are indistinguishable on a phone. */
const maxPoints = 90

export function readCourse(requested: string | null): CourseOf {
  return coursesOf.find((of) => of === requested) ?? 'worth'
}

/**
 * Begins on the day before the first event, which is where the line rises from.
 * @returns null if nothing has ever happened in these days; undefined if the upstream does not provide them
 */
export function courseOf(
  series: readonly Day[] | null,
  { period, of }: Pick<Course, 'period' | 'of'>,
  moves: readonly DatedMove[] = [],
): Course | null | undefined {
  if (series === null) return undefined
  const begun = series.findIndex((day) => !isEmpty(day))
  if (begun === -1) return null
  const shown = series.slice(Math.max(0, begun - 1))
  const step = Math.ceil(shown.length / maxPoints)
  const days = stepsOf(shown, step)
  if (of === 'income') {
    const points = days.map(({ date, income }) => ({ at: date, value: income }))
    const drawing = drawChart({ series: [{ points }], shape: 'columns', levels: 3, hasMarks: false })
    return { period, of, step, drawing, moves: {} }
  }
  const placed = placedMoves(
    days,
    moves.filter(({ date }) => date >= shown[0]!.date),
  )
  const drawing = drawChart({
    series: [
      { points: days.map(({ date, ...held }) => ({ at: date, value: worthOf(held) })) },
      { points: days.map(({ date, balance_dep }) => ({ at: date, value: balance_dep })) },
    ],
    levels: 3,
    hasMarks: false,
    events: Object.entries(placed).flatMap(([at, moved]) =>
      [...new Set(moved.map(({ what }) => kinds[what]))].map((kind) => ({ at, kind })),
    ),
  })
  return { period, of, step, drawing, moves: placed }
}

const kinds: Record<Move['what'], EventKind> = { topUp: 'in', withdrawal: 'out', deposit: 'own' }

const worthOf = ({ balance, balance_dep }: Pick<Day, 'balance' | 'balance_dep'>) =>
  balance === null || balance_dep === null ? null : add(balance, balance_dep)

/**
 * Whole steps counted back from the last day, each dated by its last day: the balance then, and the income of the
 * step, which is not known if that of one of its days is not.
 */
function stepsOf(days: readonly Day[], step: number): Day[] {
  const steps: Day[] = []
  for (let end = days.length; end > 0; end -= step) {
    const part = days.slice(Math.max(0, end - step), end)
    const incomes = part.flatMap(({ income }) => income ?? [])
    const last = part.at(-1) as Day // end is above 0
    steps.unshift({ ...last, income: incomes.length === part.length ? sum(incomes) : null })
  }
  return steps
}

function isEmpty({ balance, balance_dep, income }: Day): boolean {
  return [balance, balance_dep, income].every((amount) => amount === null || isZero(amount))
}

/** By the step that each falls in: a step is dated by its last day, and holds the days since the one before it. */
function placedMoves(steps: readonly Day[], moves: readonly DatedMove[]): Record<string, Move[]> {
  const placed: Record<string, Move[]> = {}
  for (const { date, ...move } of moves) {
    const at = steps.find((step) => date <= step.date)
    if (at) (placed[at.date] ??= []).push(move)
  }
  return placed
}

/** What moves the money of an investor, oldest first. @param dateOf the calendar date of a moment */
export function movesOf(
  entries: { refills: readonly Refill[]; payments: readonly Payment[]; deposits: readonly Deposit[] },
  dateOf: (iso: string) => string,
): DatedMove[] {
  const moves: (Move & { at: string | null })[] = [
    ...entries.refills.flatMap(({ creditedAmount, currency, creditedAt }) =>
      creditedAmount === null
        ? []
        : [{ what: 'topUp' as const, amount: creditedAmount, currency, at: creditedAt }],
    ),
    ...entries.payments
      .filter(({ status }) => status !== 'rejected')
      .map(({ amount, currency, createdAt }) => ({
        what: 'withdrawal' as const,
        amount,
        currency,
        at: createdAt,
      })),
    ...entries.deposits.map(({ amount, currency, startedAt }) => ({
      what: 'deposit' as const,
      amount,
      currency,
      at: startedAt,
    })),
  ]
  return moves
    .flatMap(({ at, ...move }) => (at === null ? [] : [{ ...move, at }]))
    .sort((one, other) => (one.at < other.at ? -1 : 1))
    .map(({ at, ...move }) => ({ ...move, date: dateOf(at) }))
}
