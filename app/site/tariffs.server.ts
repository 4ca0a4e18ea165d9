import { type Plan } from '~/contract/settings'
import { accruedBy, decimalOf } from '~/investments/accrual'
import { scaleOf } from '~/money/currencies'
import { add, compare, multiply } from '~/money/decimal'

/** A plan as the depth gauge shows it: its own figures, and what its second term pays. */
export interface TariffFigures {
  id: string
  tariff: Plan['tariff']
  /** Null where it has no name but that of its tariff. */
  title: string | null
  dailyPercent: string
  /** All days of the first term together. */
  firstTermPercent: string
  /** After the first term: `dailyPercent` times the plan's multiplier. Null where there is no second term. */
  extension: { days: number; dailyPercent: string; bothTermsPercent: string } | null
  /** In USDT; null if the upstream does not provide them. */
  min: string | null
  max: string | null
  /** What the smallest amount earns in the first term, in USDT, counted as the ledger books it; null without a minimum. */
  minEarns: string | null
  termDays: number
  currencies: string[]
  available: boolean
}

/** Those without a minimum keep the upstream's order, after the others. */
function byMin({ min: one }: Plan, { min: other }: Plan): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  return compare(one, other)
}

/** From the surface down: by the smallest amount that opens them. */
export function tariffFigures(plans: readonly Plan[]): TariffFigures[] {
  return [...plans].sort(byMin).map(({ extension, ...plan }) => {
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
      minEarns: plan.min === null ? null : earnedInFirstTerm(plan, plan.min),
      termDays: plan.termDays,
      currencies: plan.currencies,
      available: plan.available,
    }
  })
}

function earnedInFirstTerm(
  { dailyPercent, termDays }: Pick<Plan, 'dailyPercent' | 'termDays'>,
  amount: string,
): string {
  const terms = { percent: dailyPercent, days: termDays, multiplier: '0', restDays: 0 }
  return decimalOf(accruedBy(termDays, amount, scaleOf('USDT'), terms), scaleOf('USDT'))
}

/** The highlights of a home page, each from the plans that can be opened now; null without them. */
export interface Highlights {
  highestPercent: string
  /** Null where the plans differ. */
  termDays: number | null
  /** A result to begin with: of the plan that is open with the least, in USDT; null where no plan has a minimum. */
  example: {
    plan: Pick<TariffFigures, 'tariff' | 'title'>
    amount: string
    earns: string
    days: number
  } | null
}

export function highlightsOf(tariffs: readonly TariffFigures[]): Highlights | null {
  const open = tariffs.filter((tariff) => tariff.available)
  const [first, ...rest] = open
  if (!first) return null
  return {
    highestPercent: rest.reduce(
      (highest, { dailyPercent }) => (compare(dailyPercent, highest) > 0 ? dailyPercent : highest),
      first.dailyPercent,
    ),
    termDays: rest.every(({ termDays }) => termDays === first.termDays) ? first.termDays : null,
    example: exampleOf(first),
  }
}

/** @param first the plan that opens with the least */
function exampleOf({ tariff, title, min, minEarns, termDays }: TariffFigures): Highlights['example'] {
  if (min === null || minEarns === null) return null
  return { plan: { tariff, title }, amount: min, earns: minEarns, days: termDays }
}

/** The least of all; null where one of them is not known, for it may be less. */
export function smallestOf(amounts: readonly (string | null)[]): string | null {
  const known = amounts.filter((amount) => amount !== null)
  const [first, ...others] = known
  if (first === undefined || known.length < amounts.length) return null
  return others.reduce((lowest, amount) => (compare(amount, lowest) < 0 ? amount : lowest), first)
}
