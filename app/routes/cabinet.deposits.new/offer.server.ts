import { type Plan } from '~/contract/settings'
import { type Balance } from '~/contract/user'
import { isPositive, multiply } from '~/money/decimal'
import { type Upstream } from '~/upstream/types'

/** What a deposit can be opened on, and from. */
export interface Offer {
  plans: Plan[]
  balance: Balance
}

export async function readOffer(upstream: Upstream): Promise<Offer> {
  const [plans, balance] = await Promise.all([upstream.settings.plans(), upstream.user.balance()])
  return { plans: plans.items.filter(({ available }) => available), balance }
}

/** The offer as its form shows it. */
export interface ShownOffer {
  plans: ShownPlan[]
  /** Free balances in the currencies of the plans. */
  free: { currency: string; amount: string }[]
  hasMoney: boolean
}

export interface ShownPlan {
  id: string
  title: string
  dailyPercent: string
  termDays: number
  bounds: { currency: string; min: string; max: string | null }[]
  second: { percent: string; days: number } | null
}

export function showOffer({ plans, balance }: Offer): ShownOffer {
  const free = Object.entries(balance.currencies)
    .filter(([code]) => plans.some((plan) => plan.currencies.includes(code)))
    .map(([currency, held]) => ({ currency, amount: held.balance }))
  return { plans: plans.map(showPlan), free, hasMoney: free.some(({ amount }) => isPositive(amount)) }
}

function showPlan({ id, title, dailyPercent, termDays, currencies, bounds, extension }: Plan): ShownPlan {
  return {
    id,
    title,
    dailyPercent,
    termDays,
    bounds: currencies.flatMap((currency) => {
      const own = bounds[currency]
      return own ? [{ currency, ...own }] : []
    }),
    second:
      extension.days > 0
        ? { percent: multiply(dailyPercent, extension.multiplier), days: extension.days }
        : null,
  }
}
