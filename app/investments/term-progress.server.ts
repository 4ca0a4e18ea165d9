import { type Deposit } from '~/contract/funds'

/** A day of a term. Terms run by the upstream's clock in whole days of 24 hours, whatever a calendar does. */
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
  /** How long it is: the second may be of another length than the first, of which alone `termDays` tells. */
  days: number
}

/** @param now the upstream's clock: it is the one that terms run by */
export function termProgress(
  deposit: Pick<Deposit, 'term' | 'termDays' | 'startedAt' | 'endsAt' | 'nextAccrualAt'>,
  now: Date,
): TermProgress {
  const { term, termDays, startedAt, endsAt } = deposit
  const startsAt = Date.parse(startedAt) + (term === 1 ? 0 : termDays * dayMs)
  const days = Math.round((Date.parse(endsAt) - startsAt) / dayMs)
  const passed = Math.floor((earnedUntil(deposit, now) - startsAt) / dayMs)
  return { day: Math.min(days, Math.max(0, passed)), days }
}
