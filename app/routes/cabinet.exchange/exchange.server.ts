import { type Review } from '~/money-forms/review.server'
import { type Balances } from '~/investments/exchanges.server'
import { remainderOf } from '~/investments/quote.server'
import { type I18n } from '~/locale/create'
import { outOfBoundsText } from '~/investments/bounds'
import { scaleOf, widestScale } from '~/money/currencies'
import { add, compare, divide, divideUp, isPositive, multiply, subtract } from '~/money/decimal'
import { type ExchangeRequest } from './form.server'
import { freeOf, type ExchangeOptions } from './options.server'
import { type ShownRate, shownRate } from './rate.server'

/** An exchange, looked at before it is done: what stands in its way, and what it will do. */

/** What happens on confirming, in figures. */
export interface Exchanging {
  from: string
  to: string
  amountFrom: string
  amountTo: string
  /** How many of `to` are given for one of `from`, spread included, and the quote that holds it. */
  rate: string
  /** Null: there is none. */
  spreadPercent: string | null
  rateId: string
  shown: ShownRate
  /** The rate that was shown before this one, where there was one. */
  before: ShownRate | null
  /** Until when the quote holds, and how long that is, in milliseconds. */
  expiresAt: string
  holdsMs: number
  given: Balances
  got: Balances
  /** The amount as it was read; the rate is held by its quote. */
  figures: string
}

/** @param at with a quote that is kept the upstream goes by its rates, so what is least at the present ones refuses nothing */
export function exchangeOf(
  asked: ExchangeRequest,
  offer: ExchangeOptions,
  { keepsQuote }: { keepsQuote: boolean },
  i18n: I18n,
): Review<Exchanging> {
  const { spreadPercent } = offer.quote
  const [from, to] = [asked.from, asked.to].map((coin) => offer.coins.find((one) => one.coin === coin))
  if (!from || !to) {
    const problem = i18n.t('refusals:code.coin_unavailable')
    return { problems: { ...(!from && { from: problem }), ...(!to && { to: problem }) } }
  }
  const given = multiply(from.rate, remainderOf(spreadPercent))
  const amountTo = divide(multiply(asked.amount, given), to.rate, scaleOf(to.coin))
  const min = keepsQuote && asked.rateId !== undefined ? null : leastOf(from, to, given, offer.min)
  const bounds = { currency: from.coin, decimals: scaleOf(from.coin), min }
  const outside = outOfBoundsText(asked.amount, bounds, i18n)
  if (outside !== null) return { problems: { amount: outside } }
  if (compare(asked.amount, freeOf(offer, from.coin)) > 0)
    return { problems: { amount: i18n.t('refusals:code.insufficient_funds') } }
  return { review: figuresOf(asked, amountTo, divide(given, to.rate, widestScale), offer) }
}

interface Priced {
  coin: string
  rate: string
}

/**
 * In the currency that is given: what the limit is worth, and never less than what buys one unit of the other.
 * @param given USDT that are counted for one of `from`, spread included
 */
function leastOf(from: Priced, to: Priced, given: string, minUsdt: string): string {
  const scale = scaleOf(from.coin)
  const limit = divideUp(minUsdt, from.rate, scale)
  const unit = divide('1', `1${'0'.repeat(scaleOf(to.coin))}`, scaleOf(to.coin))
  const buysOne = divideUp(multiply(unit, to.rate), given, scale)
  return compare(limit, buysOne) > 0 ? limit : buysOne
}

function figuresOf(
  asked: ExchangeRequest,
  amountTo: string,
  rate: string,
  offer: ExchangeOptions,
): Exchanging {
  const { from, to, amount } = asked
  const [given, got] = [freeOf(offer, from), freeOf(offer, to)]
  return {
    from,
    to,
    amountFrom: amount,
    amountTo,
    rate,
    rateId: offer.quote.rateId,
    spreadPercent: isPositive(offer.quote.spreadPercent) ? offer.quote.spreadPercent : null,
    shown: shownRate(rate, from, to),
    before: asked.rate && isPositive(asked.rate) ? shownRate(asked.rate, from, to) : null,
    expiresAt: offer.quote.expiresAt,
    holdsMs: offer.quote.holdsMs,
    given: { before: given, after: subtract(given, amount) },
    got: { before: got, after: add(got, amountTo) },
    figures: [amount, from, to].join(' '),
  }
}
