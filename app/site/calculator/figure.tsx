import { useI18n } from '~/locale/context'
import { type CalculatorView } from './calculator.server'

interface FigureProps {
  day: number
  /** What it shows; what has accrued, unless told. */
  kind?: 'total' | 'worth'
  /** Decimal string; null while the amount is wrong. */
  value: string | null
  coin: string
}

/** Stands where nothing can be worked out. */
export const nothing = '—'

/** A figure that the island writes anew while one types: all of its digits, in the reader's signs. */
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

/** What has accrued by one of the days that the course is told by. */
export function accruedAt({ course }: Pick<CalculatorView, 'course'>, day: number): string | null {
  return course.find((told) => told.day === day)?.accrued ?? null
}
