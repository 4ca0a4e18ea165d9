import { type ChartDrawing, drawChart } from '~/ui/chart/drawing.server'
import { type Terms, accruedBy, decimalOf, monthDays } from '~/investments/accrual'

/** The step of the course (docs/rules.md). */
export const steps = ['day', 'month'] as const
export type CourseStep = (typeof steps)[number]

/** More decimals than any percentage has. */
const finest = 18

/**
 * The accruals of a deposit, drawn for an amount of 100. Each day of a term adds the same, so the amount does not
 * change the drawing, only its labels. The line turns after the first term: the second one runs only if the investor
 * does not close the deposit.
 */
export function drawCourse(terms: Terms, by: CourseStep): ChartDrawing {
  const shown = by === 'day' ? daysOf(terms) : monthEndsOf(terms)
  const ends = [0, terms.days, terms.days + terms.restDays]
  return drawChart({
    shape: by === 'day' ? 'line' : 'columns',
    series: [
      {
        points: shown.map((at) => ({ at, value: decimalOf(accruedBy(at, '100', finest, terms), finest) })),
        turn: terms.restDays > 0 ? shown.filter((day) => day <= terms.days).at(-1) : undefined,
      },
    ],
    labelled: by === 'day' ? ends : shown.slice(0, 5),
  })
}

/** The opening, about ten days after it, evenly, and the ends of both terms. */
function daysOf({ days, restDays }: Terms): number[] {
  const all = days + restDays
  const step = Math.max(1, Math.ceil(all / 10))
  const even = Array.from({ length: Math.floor(all / step) + 1 }, (_, place) => place * step)
  return [...new Set([...even, days, all])].sort((one, other) => one - other)
}

/** The last is as long as the rest of the terms; a first term shorter than a month is shown by its end. */
function monthEndsOf({ days, restDays }: Terms): number[] {
  const all = days + restDays
  const full = Array.from({ length: Math.floor(all / monthDays) }, (_, place) => (place + 1) * monthDays)
  return [...new Set([Math.min(days, monthDays), ...full, all])]
}
