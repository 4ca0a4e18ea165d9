import { type Deposit } from '~/contract/funds'
import { type Plan } from '~/contract/settings'
import { scaleOf } from '~/money/currencies'
import { compare, multiply } from '~/money/decimal'
import { decimalOf, unitsOf } from './accrual'
import { dayMs } from './term-progress.server'

/** When the terms of a deposit end, and what the second one is like. */
export interface DepositTerms {
  /** Null if it is not known. */
  firstEndsAt: string | null
  /** Null without a second term, or if its length is not known. */
  secondEndsAt: string | null
  /**
   * By the plan as it is offered now. A deposit keeps the terms agreed when it was opened, but the contract does not
   * include them. `unknown` if the plan is no longer offered, or the deposit's own percentage is not known.
   */
  second: { days: number; percent: string; day: string } | 'none' | 'unknown'
}

/** @param plans those on offer; null if they could not be read */
export function depositTerms(deposit: Deposit, plans: readonly Plan[] | null): DepositTerms {
  const firstEndsAt = firstEndOf(deposit)
  const extension = planOf(deposit, plans ?? [])?.extension
  if (!extension || extension.days === 0) {
    const secondEndsAt = deposit.term === 2 ? deposit.endsAt : null
    return { firstEndsAt, secondEndsAt, second: extension ? 'none' : 'unknown' }
  }
  return {
    firstEndsAt,
    secondEndsAt: deposit.term === 2 ? deposit.endsAt : firstEndsAt && after(firstEndsAt, extension.days),
    second: secondOf(deposit, extension),
  }
}

function firstEndOf({ term, termDays, startedAt, endsAt }: Deposit): string | null {
  if (startedAt !== null && termDays !== null) return after(startedAt, termDays)
  return term === 1 ? endsAt : null
}

const after = (iso: string, days: number) => new Date(Date.parse(iso) + days * dayMs).toISOString()

/**
 * The plan's minimum at opening. A minimum above the amount must be in another, unknown currency, so it is ignored.
 */
export function minimumOf({ min, amount }: Pick<Deposit, 'min' | 'amount'>): string | null {
  return min !== null && compare(min, amount) <= 0 ? min : null
}

/** The plan that it was opened on: by its id, else the only one of its name or, without one, of its tariff. */
function planOf({ plan }: Deposit, plans: readonly Plan[]): Plan | undefined {
  if (plan.id !== null) return plans.find(({ id }) => id === plan.id)
  const isIts = ({ title, tariff }: Plan) =>
    plan.title === null || title === null
      ? tariff === plan.tariff && tariff !== 'unknown'
      : title.toLowerCase() === plan.title.toLowerCase()
  const [one, ...others] = plans.filter(isIts)
  return others.length === 0 ? one : undefined
}

function secondOf(
  { amount, currency, dailyPercent }: Deposit,
  { days, multiplier }: Plan['extension'],
): DepositTerms['second'] {
  if (dailyPercent === null) return 'unknown'
  const scale = scaleOf(currency)
  return {
    days,
    percent: multiply(dailyPercent, multiplier),
    day: decimalOf(unitsOf(scale, amount, dailyPercent, multiplier, '0.01'), scale),
  }
}
