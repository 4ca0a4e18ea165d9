import { type Plan } from '~/contract/settings'
import { errorText } from '~/locale/error-text'
import { type I18n } from '~/locale/create'
import { outOfBoundsText } from '~/investments/bounds'
import { scaleOf } from '~/money/currencies'
import { add } from '~/money/decimal'
import { parseAmount } from '~/money/parse'
import { accruedBy, decimalOf, type Terms } from '~/investments/accrual'

/** What an amount would bring on each plan, side by side, by the calculation of the public calculator. */

/** What the address asks. */
export interface Question {
  currency: string
  /** As it was typed; null where nothing is asked yet. */
  amount: string | null
}

export interface Answers {
  /** What is wrong with the amount itself, in the reader's words. */
  problem: string | null
  /** The amount as a decimal string; null where there is none to work with. */
  amount: string | null
  /** By the plan's id. */
  byPlan: Record<string, Prospect>
}

/** Amounts are in the asked currency. */
export type Prospect =
  | { isTaken: true; day: string; first: Outlook; both: Outlook | null }
  /** The plan does not take this amount, or this currency; `why` in the reader's words. */
  | { isTaken: false; why: string }

/** Net income by the end of so many days, and with the principal. */
export interface Outlook {
  days: number
  net: string
  total: string
}

export function answersTo(
  { currency, amount: typed }: Question,
  plans: readonly Plan[],
  i18n: I18n,
): Answers {
  if (typed === null) return { problem: null, amount: null, byPlan: {} }
  const parsed = parseAmount(typed, i18n.language, scaleOf(currency))
  if (!parsed.ok)
    return { problem: errorText(i18n, parsed.code, parsed.params) ?? '', amount: null, byPlan: {} }
  const byPlan = plans.map((plan) => [plan.id, prospectOf(plan, currency, parsed.value, i18n)])
  return { problem: null, amount: parsed.value, byPlan: Object.fromEntries(byPlan) as Answers['byPlan'] }
}

function prospectOf(plan: Plan, currency: string, amount: string, i18n: I18n): Prospect {
  const bounds = plan.currencies.includes(currency) ? plan.bounds[currency] : undefined
  if (!bounds) return { isTaken: false, why: i18n.t('refusals:code.plan_unavailable') }
  const why = outOfBoundsText(amount, { currency, ...bounds }, i18n)
  if (why !== null) return { isTaken: false, why }
  const { dailyPercent, termDays, extension } = plan
  const terms: Terms = {
    percent: dailyPercent,
    days: termDays,
    multiplier: extension.multiplier,
    restDays: extension.days,
  }
  const scale = scaleOf(currency)
  const netBy = (days: number) => decimalOf(accruedBy(days, amount, scale, terms), scale)
  const outlookBy = (days: number) => ({ days, net: netBy(days), total: add(amount, netBy(days)) })
  return {
    isTaken: true,
    day: netBy(1),
    first: outlookBy(termDays),
    both: extension.days > 0 ? outlookBy(termDays + extension.days) : null,
  }
}
