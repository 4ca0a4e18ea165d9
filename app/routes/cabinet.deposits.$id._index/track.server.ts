import { type Deposit } from '~/contract/funds'
import { type DepositTerms } from '~/investments/deposit-terms.server'
import { type TermProgress, dayMs } from '~/investments/term-progress.server'
import { multiply } from '~/money/decimal'

/** Both terms of a deposit as one track: days are counted from its opening. */
export interface DepositTrack {
  /** The whole days that have passed, and all of them. */
  day: number
  days: number
  /** How far it has come, in percent. */
  value: number
  stops: { key: 'opened' | 'first' | 'second'; day: number; place: number; at: string }[]
}

/** @returns null if its dates are not known @param now the upstream's clock, which governs terms */
export function trackOf(
  { startedAt, status, closedAt }: Pick<Deposit, 'startedAt' | 'status' | 'closedAt'>,
  { firstEndsAt, secondEndsAt }: Pick<DepositTerms, 'firstEndsAt' | 'secondEndsAt'>,
  now: Date,
): DepositTrack | null {
  const endsAt = secondEndsAt ?? firstEndsAt
  if (startedAt === null || firstEndsAt === null || endsAt === null) return null
  const daysTo = (iso: string) => Math.round((Date.parse(iso) - Date.parse(startedAt)) / dayMs)
  const days = daysTo(endsAt)
  if (days <= 0) return null
  // A closed one came no further than the day of its closing, and one that still earns has a later end than is known.
  if (status === 'closed' && closedAt === null) return null
  const isBeyond = secondEndsAt === null && now.getTime() >= Date.parse(firstEndsAt) + dayMs
  if (status === 'in_progress' && isBeyond) return null
  const until = closedAt === null ? now.getTime() : Date.parse(closedAt)
  const passed = Math.floor((until - Date.parse(startedAt)) / dayMs)
  const day = Math.min(days, Math.max(0, passed))
  const placeOf = (of: number) => Math.round((of / days) * 10_000) / 100
  const stop = (key: DepositTrack['stops'][number]['key'], at: string) => ({
    key,
    day: daysTo(at),
    place: placeOf(daysTo(at)),
    at,
  })
  return {
    day,
    days,
    value: placeOf(day),
    stops: [
      stop('opened', startedAt),
      stop('first', firstEndsAt),
      ...(secondEndsAt === null ? [] : [stop('second', secondEndsAt)]),
    ],
  }
}

/** What the rest of the present term will credit, in the deposit's currency. */
export interface Remaining {
  days: number
  income: string
}

/** Each day of a term credits the same. @returns null if it is not known, or nothing remains */
export function remainingOf(
  { nextAccrual, nextAccrualAt }: Pick<Deposit, 'nextAccrual' | 'nextAccrualAt'>,
  progress: TermProgress | null,
): Remaining | null {
  if (!progress || nextAccrual === null || nextAccrualAt === null) return null
  const days = progress.days - progress.day
  return days > 0 ? { days, income: multiply(nextAccrual, String(days)) } : null
}
