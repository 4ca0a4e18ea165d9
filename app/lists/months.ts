/** A calendar month as the days of a filter, both of them included. */
export interface MonthDays {
  /** `YYYY-MM`. */
  month: string
  /** `YYYY-MM-DD`. */
  from: string
  to: string
}

/**
 * The month of a day and those before it, newest first.
 * @param today `YYYY-MM-DD`
 */
export function lastMonths(today: string, count: number): MonthDays[] {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return Array.from({ length: count }, (_, back) => {
    const first = new Date(Date.UTC(year, month - 1 - back, 1))
    const from = dayOf(first)
    const named = from.slice(0, 7)
    return { month: named, from, to: lastDayOf(named) }
  })
}

/** @param month `YYYY-MM` */
export function lastDayOf(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return dayOf(new Date(Date.UTC(year, number, 0)))
}

const dayOf = (instant: Date) => instant.toISOString().slice(0, 10)
