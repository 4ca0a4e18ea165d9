import { useI18n } from '~/locale/context'
import { type CalculatorView } from './calculator.server'

interface FigureProps {
  day: number
  /** The figure; what has accrued, by default. */
  kind?: 'total' | 'worth'
  /** Decimal string; null while the amount is wrong. */
  value: string | null
  coin: string
}

/** Shown if nothing can be calculated. */
export const nothing = '—'

/** A figure that the island rewrites while the reader types: all of its digits, in the reader's notation. */
export function Figure({ day, kind, value, coin }: FigureProps) {
  const { amount } = useI18n()
  return (
    <span
      data-day={day}
      data-total={kind === undefined ? undefined : ''}
      data-worth={kind === 'worth' ? '' : undefined}
    >
      {value === null ? nothing : amount(value, coin, { exact: true })}
    </span>
  )
}

/** What has accrued by one of the days of the course. */
export function accruedAt({ course }: Pick<CalculatorView, 'course'>, day: number): string | null {
  return course.find((point) => point.day === day)?.accrued ?? null
}
