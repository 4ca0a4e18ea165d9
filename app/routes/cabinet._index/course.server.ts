import { type Statistics } from '~/contract/user'
import { isZero, sum } from '~/money/decimal'
import { type ChartDrawing, drawChart } from '~/ui/chart/drawing.server'
import { type Period, periods } from './periods'

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

export function readPeriod(asked: string | null): Period {
  return periods.find((period) => period === asked) ?? '30'
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
