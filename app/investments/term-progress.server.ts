import { type Deposit } from '~/contract/funds'

/** A day of a term. Terms run by the upstream's clock in whole days of 24 hours, independent of the calendar. */
export const dayMs = 86_400_000

/**
 * The moment up to which a deposit has earned, in milliseconds since the epoch. The upstream names its next accrual;
 * the upstream's clock, known to whole seconds only, would miss a day that has come this second.
 */
export function earnedUntil({ nextAccrualAt }: Pick<Deposit, 'nextAccrualAt'>, now: Date): number {
  return nextAccrualAt === null ? now.getTime() : Date.parse(nextAccrualAt) - dayMs
}

/** How far the present term has come. */
export interface TermProgress {
  /** Whole days of it that have passed, 0 to `days`. */
  day: number
  /** The length in days. `termDays` is only the first term's; the second may differ. */
  days: number
}

type InTime = Pick<Deposit, 'term' | 'termDays' | 'startedAt' | 'endsAt' | 'nextAccrualAt'>

/** Null if it is not known. @param now the upstream's clock, which governs terms */
export function termProgress(deposit: InTime, now: Date): TermProgress | null {
  const term = presentTerm(deposit)
  if (!term) return null
  const days = Math.round((term.end - term.start) / dayMs)
  const passed = Math.floor((earnedUntil(deposit, now) - term.start) / dayMs)
  return { day: Math.min(days, Math.max(0, passed)), days }
}

/** If the term is not known, all the time since the opening counts as one. */
function presentTerm({ term, termDays, startedAt, endsAt }: InTime): { start: number; end: number } | null {
  if (startedAt === null) return null
  const opened = Date.parse(startedAt)
  const firstEnd = termDays === null ? null : opened + termDays * dayMs
  const start = term === 2 ? firstEnd : opened
  const end = endsAt === null ? (term === 1 ? firstEnd : null) : Date.parse(endsAt)
  return start === null || end === null || end <= start ? null : { start, end }
}
