import { type Plan } from '~/contract/settings'
import { add, compare, multiply } from '~/money/decimal'

/** A plan as the depth gauge shows it: its own figures, and what its second term pays. */
export interface TariffFigures {
  id: string
  tariff: Plan['tariff']
  title: string
  dailyPercent: string
  /** All days of the first term together. */
  firstTermPercent: string
  /** After the first term: `dailyPercent` times the plan's multiplier. Null where there is no second term. */
  extension: { days: number; dailyPercent: string; bothTermsPercent: string } | null
  min: string
  max: string | null
  termDays: number
  currencies: string[]
  available: boolean
}

/** From the surface down: by the smallest amount that opens them. */
export function tariffFigures(plans: readonly Plan[]): TariffFigures[] {
  return [...plans]
    .sort((one, other) => compare(one.min, other.min))
    .map(({ extension, ...plan }) => {
      const firstTermPercent = multiply(plan.dailyPercent, String(plan.termDays))
      const secondDaily = multiply(plan.dailyPercent, extension.multiplier)
      return {
        id: plan.id,
        tariff: plan.tariff,
        title: plan.title,
        dailyPercent: plan.dailyPercent,
        firstTermPercent,
        extension:
          extension.days > 0
            ? {
                days: extension.days,
                dailyPercent: secondDaily,
                bothTermsPercent: add(firstTermPercent, multiply(secondDaily, String(extension.days))),
              }
            : null,
        min: plan.min,
        max: plan.max,
        termDays: plan.termDays,
        currencies: plan.currencies,
        available: plan.available,
      }
    })
}

/** The claims of a home page, each from the plans that can be opened now; null without them. */
export interface Claims {
  highestPercent: string
  lowestMin: string
  /** Null where the plans differ. */
  termDays: number | null
}

export function claimsOf(tariffs: readonly TariffFigures[]): Claims | null {
  const open = tariffs.filter((tariff) => tariff.available)
  const [first, ...rest] = open
  if (!first) return null
  return {
    highestPercent: rest.reduce(
      (highest, { dailyPercent }) => (compare(dailyPercent, highest) > 0 ? dailyPercent : highest),
      first.dailyPercent,
    ),
    lowestMin: rest.reduce((lowest, { min }) => (compare(min, lowest) < 0 ? min : lowest), first.min),
    termDays: rest.every(({ termDays }) => termDays === first.termDays) ? first.termDays : null,
  }
}
