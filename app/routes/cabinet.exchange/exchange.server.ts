import { z } from 'zod'
import { amountOf } from '~/forms/field-schemas.server'
import { type Language } from '~/contract/languages'
import { widestScale, scaleOf } from '~/money/currencies'
import { exampleAmount, minShown } from '~/money/shown-bounds'
import { parseAmount, plainDecimal } from '~/money/parse'
import { errorText } from '~/locale/error-text'
import { type RequestContext } from '~/context'
import { type Rate, type Balance } from '~/contract/user'
import { balanceOf, freeOf } from '~/investments/balance.server'
import { type Quote, remainderOf } from '~/investments/quote.server'
import { isPositive, compare, divide, truncate, add, divideUp, multiply, subtract } from '~/money/decimal'
import { panel } from '~/upstream/panel.server'
import { setting } from '~/upstream/settings.server'
import { type Review } from '~/money-forms/review.server'
import { type Balances } from '~/investments/exchanges.server'
import { type I18n } from '~/locale/create'
import { given } from '~/locale/given'
import { outOfBoundsText } from '~/investments/out-of-bounds.server'

/** An exchange, reviewed before it is done: its errors and its effect. */

/** Validation without rates and balance: a form that was sent before must not be judged by the state that it caused. */
export function newExchangeForm(language: Language) {
  return z
    .object({
      from: z.string('currency_required'),
      to: z.string('currency_required'),
      amount: z.string('amount_required'),
      /** The quote of the review page, and its rate, which is only shown next to a newer one. */
      rateId: z.string().max(128, 'invalid').optional(),
      rate: z.string().regex(plainDecimal).optional().catch(undefined),
    })
    .transform((typed, context) => {
      if (typed.from === typed.to)
        context.addIssue({ code: 'custom', path: ['to'], message: 'same_currency' })
      return { ...typed, amount: amountOf(typed.amount, language, widestScale, context) }
    })
}

type ExchangeRequest = z.output<ReturnType<typeof newExchangeForm>>

/** The currencies, their rates, and the investor's balances. */
export interface ExchangeOptions {
  quote: Quote
  /** Those of the quote that can be exchanged. */
  coins: Rate[]
  balance: Balance
  /** The minimum of one exchange, in USDT; null if there is none or the upstream does not provide it. */
  min: string | null
}

/** @param readRates quotes for the investor, or rates for display */
export async function readExchangeOptions(
  context: RequestContext,
  readRates: (context: RequestContext) => Promise<Quote>,
): Promise<ExchangeOptions> {
  const { upstream } = context
  const [quote, balance, limits] = await Promise.all([
    readRates(context),
    balanceOf(upstream),
    panel(setting(upstream, 'limits')),
  ])
  const coins = quote.items.filter(({ exchangeable, rate }) => exchangeable && isPositive(rate))
  return { quote, coins, balance, min: limits?.exchange.min ?? null }
}

/** The options of an exchange as the form shows them. */
export interface ShownExchangeOptions {
  /** `title` and `free` are null if the upstream does not provide them. */
  coins: { coin: string; title: string | null; rate: string; free: string | null }[]
  min: string | null
  /** Null: there is no spread. */
  spreadPercent: string | null
  /** Whether a shown rate is fixed for a while. */
  holdsRates: boolean
}

export function exchangeOptionsForPage(options: ExchangeOptions): ShownExchangeOptions {
  const { coins, min, quote, balance } = options
  return {
    coins: coins.map(({ coin, title, rate }) => ({ coin, title, rate, free: freeOf(balance, coin) })),
    min: min !== null && isPositive(min) ? min : null,
    spreadPercent: isPositive(quote.spreadPercent) ? quote.spreadPercent : null,
    holdsRates: quote.rateId !== null,
  }
}

/** The first currency that there is something of; empty if there is none. */
export function defaultCoin({ coins }: ShownExchangeOptions): string {
  return coins.find(({ free }) => free !== null && isPositive(free))?.coin ?? ''
}

/** A rate as people quote it: one of the dearer currency is so many of the other. */
export interface ShownRate {
  one: string
  amount: string
  currency: string
}

/** @param rate how many of `to` are given for one of `from`; positive */
export function shownRate(rate: string, from: string, to: string): ShownRate {
  return compare(rate, '1') >= 0
    ? { one: from, amount: truncate(rate, scaleOf(to)), currency: to }
    : { one: to, amount: divide('1', rate, scaleOf(from)), currency: from }
}

/** What the address says of the form. */
export interface TypedExchange {
  /** Empty if none is chosen. */
  from: string
  to: string
  /** As it was typed; null if it was not. */
  amount: string | null
}

/** The receipt of what is typed: the review's own calculation, at the rates of the page, which are not quoted yet. */
export interface ExchangeReceipt {
  /** Why the amount can't be exchanged, in the reader's language; null without one. */
  problem: string | null
  /** The figures of the review page; null until they can be calculated. */
  figures: Exchanging | null
  /** Before anything is typed: the figures of a small amount. */
  example: Exchanging | null
}

export function exchangeReceiptOf(
  { from, to, amount: typed }: TypedExchange,
  options: ExchangeOptions,
  i18n: I18n,
): ExchangeReceipt {
  const nothing = { problem: null, figures: null, example: null }
  if (!typed) return { ...nothing, example: exampleOf(from, to, options) }
  const parsed = parseAmount(typed, i18n.language, widestScale)
  if (!parsed.ok) return { ...nothing, problem: errorText(i18n, parsed.code, parsed.params) ?? '' }
  const isKnown = (code: string) => options.coins.some(({ coin }) => coin === code)
  if (from === to || !isKnown(from) || !isKnown(to)) return nothing
  const exchange = exchangeOf({ from, to, amount: parsed.value }, options, { keepsQuote: false }, i18n)
  if ('problems' in exchange) return { ...nothing, problem: exchange.problems.amount ?? null }
  return { ...nothing, figures: exchange.review }
}

/** Into the chosen currency, or else into the first other one; the balances are not part of it. */
function exampleOf(soldCoin: string, chosen: string, options: ExchangeOptions): Exchanging | null {
  const from = options.coins.find(({ coin }) => coin === soldCoin)
  const others = options.coins.filter(({ coin }) => coin !== soldCoin)
  const to = others.find(({ coin }) => coin === chosen) ?? others[0]
  if (!from || !to) return null
  const worth = multiply(from.rate, remainderOf(options.quote.spreadPercent))
  const min = minShown(minimumOf(from, to, worth, options.min), from.coin)
  const amount = exampleAmount({ min, max: null })
  if (amount === null) return null
  const amountTo = divide(multiply(amount, worth), to.rate, scaleOf(to.coin))
  const rate = divide(worth, to.rate, widestScale)
  const figures = figuresOf({ from: from.coin, to: to.coin, amount }, amountTo, rate, options)
  return { ...figures, given: null, got: null }
}

/** The same form for that: the amount goes into the address as it was typed. */
export function receiptForm(language: Language) {
  return z
    .object({
      from: z.string('currency_required'),
      to: z.string('currency_required'),
      amount: z.string('amount_required'),
    })
    .superRefine(({ from, to, amount }, context) => {
      if (from === to) context.addIssue({ code: 'custom', path: ['to'], message: 'same_currency' })
      amountOf(amount, language, widestScale, context)
    })
}

/** What happens on confirming, in figures. */
export interface Exchanging {
  from: string
  to: string
  amountFrom: string
  amountTo: string
  /** How many of `to` are given for one of `from`, spread included, and the quote that fixes it. */
  rate: string
  /** Null: there is no spread. */
  spreadPercent: string | null
  rateId: Quote['rateId']
  shown: ShownRate
  /** The rate that was shown before this one, where there was one. */
  before: ShownRate | null
  /** When the quote expires, and the time left in milliseconds. */
  expiresAt: Quote['expiresAt']
  holdsMs: Quote['holdsMs']
  /** Null if the free balance is not known. */
  given: Balances | null
  got: Balances | null
  /** The parsed amount; its quote fixes the rate. */
  figures: string
}

/**
 * @param at with a kept quote the upstream uses the quote's rates, so the minimum at the current ones refuses nothing
 */
export function exchangeOf(
  request: ExchangeRequest,
  options: ExchangeOptions,
  { keepsQuote }: { keepsQuote: boolean },
  i18n: I18n,
): Review<Exchanging> {
  const { spreadPercent } = options.quote
  const [from, to] = [request.from, request.to].map((coin) => options.coins.find((one) => one.coin === coin))
  if (!from || !to) {
    const problem = i18n.t('refusals:code.coin_unavailable')
    return { problems: { ...(!from && { from: problem }), ...(!to && { to: problem }) } }
  }
  const worth = multiply(from.rate, remainderOf(spreadPercent))
  const amountTo = divide(multiply(request.amount, worth), to.rate, scaleOf(to.coin))
  const min = keepsQuote && request.rateId !== undefined ? null : minimumOf(from, to, worth, options.min)
  const bounds = { currency: from.coin, decimals: scaleOf(from.coin), min }
  const outside = outOfBoundsText(request.amount, bounds, i18n)
  if (outside !== null) return { problems: { amount: outside } }
  const free = freeOf(options.balance, from.coin)
  if (free !== null && compare(request.amount, free) > 0)
    return { problems: { amount: i18n.t('refusals:code.insufficient_funds') } }
  return { review: figuresOf(request, amountTo, divide(worth, to.rate, widestScale), options) }
}

interface Priced {
  coin: string
  rate: string
}

/**
 * The minimum in the sold currency: the worth of the limit, and at least what buys one unit of the other currency.
 * @param worth USDT that are counted for one of `from`, spread included
 */
function minimumOf(from: Priced, to: Priced, worth: string, minUsdt: string | null): string {
  const scale = scaleOf(from.coin)
  const unit = divide('1', `1${'0'.repeat(scaleOf(to.coin))}`, scaleOf(to.coin))
  const buysOne = divideUp(multiply(unit, to.rate), worth, scale)
  if (minUsdt === null) return buysOne
  const limit = divideUp(minUsdt, from.rate, scale)
  return compare(limit, buysOne) > 0 ? limit : buysOne
}

function figuresOf(
  request: ExchangeRequest,
  amountTo: string,
  rate: string,
  options: ExchangeOptions,
): Exchanging {
  const { from, to, amount } = request
  return {
    from,
    to,
    amountFrom: amount,
    amountTo,
    rate,
    rateId: options.quote.rateId,
    spreadPercent: isPositive(options.quote.spreadPercent) ? options.quote.spreadPercent : null,
    shown: shownRate(rate, from, to),
    before: request.rate && isPositive(request.rate) ? shownRate(request.rate, from, to) : null,
    expiresAt: options.quote.expiresAt,
    holdsMs: options.quote.holdsMs,
    given: given(freeOf(options.balance, from), (before) => ({ before, after: subtract(before, amount) })),
    got: given(freeOf(options.balance, to), (before) => ({ before, after: add(before, amountTo) })),
    figures: [amount, from, to].join(' '),
  }
}
