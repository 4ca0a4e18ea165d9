import { type Deposit } from '~/contract/funds'

/** A day of a term. Terms run by the upstream's clock in whole days of 24 hours, whatever a calendar does. */
export const dayMs = 86_400_000

/**
 * Whole days of the present term that have passed, 0 to `termDays`.
 * @param now the upstream's clock: it is the one that terms run by
 */
export function passedDays({ endsAt, termDays }: Pick<Deposit, 'endsAt' | 'termDays'>, now: Date): number {
  const startsAt = Date.parse(endsAt) - termDays * dayMs
  return Math.min(termDays, Math.max(0, Math.floor((now.getTime() - startsAt) / dayMs)))
}
