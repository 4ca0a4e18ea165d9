import { type Plan } from '~/contract/settings'
import { type I18n } from '~/locale/create'
import { outOfBoundsText } from '~/investments/bounds'
import { scaleOf } from '~/money/currencies'
import { compare, multiply, subtract } from '~/money/decimal'
import { type Review } from '~/money-forms/review.server'
import { dayMs } from '~/investments/term-progress.server'
import { decimalOf, unitsOf } from '~/investments/accrual'
import { type NewDeposit } from './form.server'
import { type DepositOptions } from './options.server'

/** Opening a deposit, looked at before it is done: what stands in its way, and what it will do (docs/rules.md). */

/** What happens on confirming, in figures. Amounts are in the deposit's currency. */
export interface Opening {
  plan: string
  currency: string
  amount: string
  dailyPercent: string
  /** Income of one day of the first term, and of all of them. */
  day: string
  income: string
  termDays: number
  lockedUntil: string
  second: { day: string; days: number } | null
  closingPays: string
  freeAfter: string
  /**
   * The terms that were shown; an opening confirmed by others is shown again. What is free afterwards is not among
   * them: every accrual moves it, and it changes nothing of what is confirmed. That the balance suffices is looked at
   * again all the same.
   */
  figures: string
}

/** @param now the upstream's moment, from which the term will count */
export function openingOf(
  asked: NewDeposit,
  { plans, balance }: DepositOptions,
  now: Date,
  i18n: I18n,
): Review<Opening> {
  const plan = plans.find(({ id }) => id === asked.planId)
  if (!plan) return { problems: { planId: i18n.t('refusals:code.plan_unavailable') } }
  const free = balance.currencies[asked.currency]?.balance ?? '0'
  const problems = problemsOf(asked, plan, free, i18n)
  return problems ? { problems } : { review: figuresOf(asked, plan, free, now) }
}

function problemsOf(
  { currency, amount }: NewDeposit,
  plan: Plan,
  free: string,
  i18n: I18n,
): Record<string, string> | null {
  const bounds = plan.currencies.includes(currency) ? plan.bounds[currency] : undefined
  if (!bounds) return { currency: i18n.t('refusals:code.plan_unavailable') }
  const outside = outOfBoundsText(amount, { currency, ...bounds }, i18n)
  if (outside !== null) return { amount: outside }
  return compare(amount, free) > 0 ? { amount: i18n.t('refusals:code.insufficient_funds') } : null
}

function figuresOf({ currency, amount }: NewDeposit, plan: Plan, free: string, now: Date): Opening {
  const { title, dailyPercent, termDays, extension } = plan
  const scale = scaleOf(currency)
  const dayAt = (...percent: string[]) => decimalOf(unitsOf(scale, amount, ...percent, '0.01'), scale)
  const day = dayAt(dailyPercent)
  const second = { day: dayAt(dailyPercent, extension.multiplier), days: extension.days }
  return {
    plan: title,
    currency,
    amount,
    dailyPercent,
    day,
    income: multiply(day, String(termDays)),
    termDays,
    lockedUntil: new Date(now.getTime() + termDays * dayMs).toISOString(),
    second: extension.days > 0 ? second : null,
    closingPays: amount,
    freeAfter: subtract(free, amount),
    figures: [amount, currency, dailyPercent, termDays, extension.days, extension.multiplier].join(' '),
  }
}
