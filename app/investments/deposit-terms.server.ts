import { type Deposit } from '~/contract/funds'
import { type Plan } from '~/contract/settings'
import { scaleOf } from '~/money/currencies'
import { multiply } from '~/money/decimal'
import { decimalOf, unitsOf } from './accrual'
import { dayMs } from './term-progress.server'

/** When the terms of a deposit end, and what the second one is like. */
export interface DepositTerms {
  firstEndsAt: string
  /** Null where there is no second term, or its length can't be told. */
  secondEndsAt: string | null
  /**
   * By the plan as it is offered now: a deposit keeps what was agreed when it was opened, but the contract does not
   * show it. `unknown` where the plan is not offered any more.
   */
  second: { days: number; percent: string; day: string } | 'none' | 'unknown'
}

/** @param plans those on offer; null where they can't be told just now */
export function depositTerms(deposit: Deposit, plans: readonly Plan[] | null): DepositTerms {
  const { term, termDays, startedAt, endsAt, plan, amount, currency, dailyPercent } = deposit
  const firstEnd = Date.parse(startedAt) + termDays * dayMs
  const extension = plans?.find(({ id }) => id === plan.id)?.extension
  const hasSecond = extension !== undefined && extension.days > 0
  const unsaid = extension ? 'none' : 'unknown'
  const scale = scaleOf(currency)
  return {
    firstEndsAt: new Date(firstEnd).toISOString(),
    secondEndsAt:
      term === 2 ? endsAt : hasSecond ? new Date(firstEnd + extension.days * dayMs).toISOString() : null,
    second: hasSecond
      ? {
          days: extension.days,
          percent: multiply(dailyPercent, extension.multiplier),
          day: decimalOf(unitsOf(scale, amount, dailyPercent, extension.multiplier, '0.01'), scale),
        }
      : unsaid,
  }
}
