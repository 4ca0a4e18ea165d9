import { z } from 'zod'
import { currencyScales } from '~/contract/currencies'
import { type Language } from '~/contract/languages'
import { type Rate } from '~/contract/user'
import { type I18n } from '~/locale/create'
import { compare, multiply } from '~/money/decimal'
import { parseAmount } from '~/money/parse'
import { type Review, type Reviewed } from '~/money-forms/review.server'

/** The form of a rate, and what it changes. */

/** As the upstream takes it: twelve digits before the point and eighteen after it. */
const decimals = 18
const tooMuch = '1000000000000'

export const rateForm = (language: Language) =>
  z.object({
    coin: z.string('currency_required').min(1, 'currency_required').max(10, 'invalid'),
    rate: z
      .string('amount_required')
      .transform((typed, context) => {
        const rate = parseAmount(typed, language, decimals)
        if (rate.ok) return rate.value
        context.addIssue({ code: 'custom', message: rate.code, params: rate.params, input: typed })
        return z.NEVER
      })
      .refine((rate) => compare(rate, '0') > 0 && compare(rate, tooMuch) < 0, 'invalid'),
    reason: z.string().trim().max(300, 'too_long').default(''),
  })

export interface RateReview extends Reviewed {
  coin: string
  /** The present one; null where the coin has none yet. */
  before: string | null
  after: string
  reason: string
  /** More than twice the present one, or less than half of it: a slip of the comma, most likely. */
  isFar: boolean
}

export function reviewRate(
  { coin, rate, reason }: { coin: string; rate: string; reason: string },
  rates: readonly Rate[],
  { t }: Pick<I18n, 't'>,
): Review<RateReview> {
  if (!coinsOf(rates).includes(coin)) return { problems: { coin: t('refusals:code.invalid') } }
  const before = rates.find((one) => one.coin === coin)?.rate ?? null
  const isFar =
    before !== null && (compare(rate, multiply(before, '2')) > 0 || compare(multiply(rate, '2'), before) < 0)
  return { review: { coin, before, after: rate, reason, isFar, figures: `${before} ${rate} ${coin}` } }
}

/** The coins whose rate can be set: USDT is the unit of all rates. */
export function coinsOf(rates: readonly Rate[]): string[] {
  const coins = new Set([...Object.keys(currencyScales), ...rates.map(({ coin }) => coin)])
  coins.delete('USDT')
  return [...coins]
}
