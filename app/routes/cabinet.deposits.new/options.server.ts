import { type Plan } from '~/contract/settings'
import { type Balance } from '~/contract/user'
import { balanceOf } from '~/investments/balance.server'
import { type I18n } from '~/locale/create'
import { minShown, maxShown } from '~/money/shown-bounds'
import { isPositive, multiply } from '~/money/decimal'
import { type Upstream } from '~/upstream/types'
import { answersTo, type Answers, type Prospect, type Question } from './prospect.server'

/** What a deposit can be opened on, and from. */
export interface DepositOptions {
  plans: Plan[]
  balance: Balance
}

export async function readDepositOptions(upstream: Upstream): Promise<DepositOptions> {
  const [plans, balance] = await Promise.all([upstream.settings.plans(), balanceOf(upstream)])
  return { plans: plans.items.filter(({ available }) => available), balance }
}

/** The offer as its form shows it. */
export interface ShownDepositOptions {
  plans: ShownPlan[]
  /** Free balances in the currencies of the plans. */
  free: { currency: string; amount: string }[]
  hasMoney: boolean
  /** What is to be worked out: `value` is the amount as a decimal string, where it is one. */
  asked: Question & { value: Answers['amount']; problem: Answers['problem'] }
}

export interface ShownPlan {
  id: string
  title: string
  dailyPercent: string
  termDays: number
  bounds: { currency: string; min: string; max: string | null }[]
  second: { percent: string; days: number } | null
  /** What the asked amount would bring; null where none is asked. */
  prospect: Prospect | null
}

/** @param question the amount that is to be worked out on each plan */
export function depositOptionsForPage(
  { plans, balance }: DepositOptions,
  question: Question,
  i18n: I18n,
): ShownDepositOptions {
  const { byPlan, problem, amount } = answersTo(question, plans, i18n)
  const free = Object.entries(balance.currencies)
    .filter(([code]) => plans.some((plan) => plan.currencies.includes(code)))
    .map(([currency, held]) => ({ currency, amount: held.balance }))
  return {
    plans: plans.map((plan) => ({ ...showPlan(plan), prospect: byPlan[plan.id] ?? null })),
    asked: { ...question, value: amount, problem },
    free,
    hasMoney: free.some((held) => isPositive(held.amount)),
  }
}

function showPlan(plan: Plan): Omit<ShownPlan, 'prospect'> {
  const { id, title, dailyPercent, termDays, currencies, bounds, extension } = plan
  return {
    id,
    title,
    dailyPercent,
    termDays,
    bounds: currencies.flatMap((currency) => {
      const own = bounds[currency]
      return own
        ? [{ currency, min: minShown(own.min, currency), max: own.max && maxShown(own.max, currency) }]
        : []
    }),
    second:
      extension.days > 0
        ? { percent: multiply(dailyPercent, extension.multiplier), days: extension.days }
        : null,
  }
}
