import { type Plan } from '~/contract/settings'
import { type Rate } from '~/contract/user'
import { errorText } from '~/locale/error-text'
import { type I18n } from '~/locale/create'
import { type KnownBounds, planBounds } from '~/investments/bounds'
import { outOfBoundsText } from '~/investments/out-of-bounds.server'
import { planName } from '~/investments/names'
import { given } from '~/locale/given'
import { boundsShown } from '~/money/shown-bounds'
import { scaleOf, shownDecimals } from '~/money/currencies'
import { compare, divide, multiply } from '~/money/decimal'
import { parseAmount } from '~/money/parse'
import { type ChartDrawing } from '~/ui/chart/drawing.server'
import { type Terms, accruedBy, decimalOf, monthDays, unitsOf } from '~/investments/accrual'
import { drawCourse, type CourseStep, steps } from './course.server'
import { type Notation } from './notation'

/**
 * The calculator of the home page (docs/rules.md): what a deposit would bring by the plans and rates of the
 * upstream, in the coin itself, counted as the ledger books it.
 */

/** The period that the simple rate is shown for. */
export const units = ['sec', 'month', 'year'] as const
export type Unit = (typeof units)[number]

export interface CalculatorView {
  coins: string[]
  plans: { id: string; title: string }[]
  /** The values of the form: `amount` as it was typed. */
  request: { coin: string; plan: string; amount: string; unit: Unit; by: CourseStep }
  /** The address has a query: the page is an answer to the form. */
  isAnswer: boolean
  /** The error of the amount, in the reader's language. */
  problem: string | null
  /** The plan's known bounds in the coin; null if it does not accept this coin. */
  bounds: KnownBounds | null
  terms: Terms
  /** How the island writes amounts of this coin. */
  notation: Notation
  /** What a coin is worth in USDT; null if it is not known or is USDT itself. */
  coinRate: string | null
  /** The simple rate in percent for the requested unit, not compounded. */
  simpleRate: string
  /** What has accrued by each day that is shown; `null` while the amount is wrong. */
  course: { day: number; accrued: string | null }[]
  /** Principal and accruals after the first term and after both, and the former in USDT. */
  totals: { first: string; both: string; worth: string | null } | null
  drawing: ChartDrawing
}

/** The amount of the first page, before a reader types. */
const firstAmount = '1000'

/**
 * @param plans those of the upstream, in the order in which they are offered; closed ones are left out
 * @param rates null if they could not be read: the worth in USDT is then left out
 * @returns null if there is no plan to calculate with
 */
export function calculatorView(
  plans: readonly Plan[],
  rates: readonly Rate[] | null,
  query: URLSearchParams,
  i18n: I18n,
): CalculatorView | null {
  const open = plans.filter(({ available }) => available)
  const plan = open.find(({ id }) => id === query.get('plan')) ?? open[0]
  if (!plan) return null
  const coins = [...new Set(open.flatMap(({ currencies }) => currencies))]
  const coin = coins.find((one) => one === query.get('coin')) ?? plan.currencies[0] ?? coins[0]
  if (!coin) return null
  const unit = units.find((one) => one === query.get('unit')) ?? 'month'
  const by = steps.find((one) => one === query.get('by')) ?? 'day'
  // A plan's bounds follow the rates to the last decimal; the shown and checked ones can be typed.
  const bounds = given(planBounds(plan, coin), (known) => boundsShown(known, coin))
  const notation = notationOf(coin, i18n)
  const typed = query.get('amount') ?? firstTyped(bounds, notation)
  const amount = judge(typed, coin, bounds, i18n)
  const terms = termsOf(plan)
  const drawing = drawCourse(terms, by)
  const shown = [...drawing.series.flatMap(({ points }) => points.map(({ at }) => Number(at))), terms.days]
  const coinRate = rates?.find((rate) => rate.coin === coin && coin !== 'USDT')?.rate ?? null
  return {
    coins,
    plans: open.map((one) => ({ id: one.id, title: planName(one, i18n) })),
    request: { coin, plan: plan.id, amount: typed, unit, by },
    isAnswer: ['plan', 'coin', 'amount', 'unit', 'by'].some((word) => query.has(word)),
    problem: 'problem' in amount ? amount.problem : null,
    bounds,
    terms,
    notation,
    coinRate,
    simpleRate: simpleRateOf(plan.dailyPercent, unit),
    course: [...new Set(shown)].map((day) => ({
      day,
      accrued:
        'value' in amount
          ? decimalOf(accruedBy(day, amount.value, notation.scale, terms), notation.scale)
          : null,
    })),
    totals: 'value' in amount ? totalsOf(amount.value, terms, notation, coinRate) : null,
    drawing,
  }
}

/** The amount as a decimal string, or what to do about it. */
function judge(
  typed: string,
  coin: string,
  bounds: CalculatorView['bounds'],
  i18n: I18n,
): { value: string } | { problem: string } {
  if (!bounds) return { problem: i18n.t('refusals:code.plan_unavailable') }
  const parsed = parseAmount(typed, i18n.language, scaleOf(coin))
  if (!parsed.ok) return { problem: errorText(i18n, parsed.code, parsed.params) ?? '' }
  const outside = outOfBoundsText(parsed.value, { currency: coin, ...bounds }, i18n)
  return outside === null ? { value: parsed.value } : { problem: outside }
}

/** A round amount if the plan accepts it in this coin, else its minimum; as the reader would type it. */
function firstTyped(bounds: CalculatorView['bounds'], { point }: Notation): string {
  if (!bounds) return ''
  const { min, max } = bounds
  const isTooLittle = min !== null && compare(firstAmount, min) < 0
  const isTooMuch = max !== null && compare(firstAmount, max) > 0
  const first = isTooLittle || isTooMuch ? (min ?? max) : firstAmount
  return (first ?? firstAmount).replace('.', point)
}

function termsOf({ dailyPercent, termDays, extension }: Plan): Terms {
  return {
    percent: dailyPercent,
    days: termDays,
    multiplier: extension.multiplier,
    restDays: extension.days,
  }
}

function totalsOf(
  amount: string,
  terms: Terms,
  { scale }: Notation,
  coinRate: string | null,
): CalculatorView['totals'] {
  const totalBy = (day: number) =>
    decimalOf(unitsOf(scale, amount) + accruedBy(day, amount, scale, terms), scale)
  const first = totalBy(terms.days)
  const usdt = scaleOf('USDT')
  return {
    first,
    both: totalBy(terms.days + terms.restDays),
    worth: coinRate && decimalOf(unitsOf(usdt, first, coinRate), usdt),
  }
}

/** A year is 365 days. Excess digits are cut, so that nothing looks like more than it is. */
function simpleRateOf(dailyPercent: string, unit: Unit): string {
  switch (unit) {
    case 'sec':
      return divide(dailyPercent, '86400', 8)
    case 'month':
      return multiply(dailyPercent, `${monthDays}`)
    case 'year':
      return multiply(dailyPercent, '365')
  }
}

/** The signs that this language writes amounts with, taken from an amount that it has written. */
function notationOf(coin: string, i18n: I18n): Notation {
  const { integer, separator } = i18n.amountParts('1000.5', 'USDT')
  return {
    coin,
    group: integer.slice(1, -3),
    point: separator,
    scale: scaleOf(coin),
    shown: shownDecimals(coin),
  }
}
