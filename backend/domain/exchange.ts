/**
 * What the house pays for one currency in another. Invariants: an exchange never pays more than the present rates,
 * regardless of the quote and of the market's moves since; every result is cut in the house's favour.
 */
import { scaleOf, worthInUsdt } from './currencies'
import { type Decimal, isLess, isZero, multiply, percentOf, quotient, quotientUp, subtract } from './decimal'

export interface Rates {
  /** USDT for one of the currency given. */
  from: Decimal
  /** USDT for one of the currency bought. */
  to: Decimal
}

export interface QuotedRates extends Rates {
  /** The percentage of the result that the house keeps; less than 100. */
  spreadPercent: Decimal
}

/** The factor by which a spread reduces a rate: `0.995` for 0.5 percent. */
const remainder = (spreadPercent: Decimal): Decimal => subtract('1', percentOf('1', spreadPercent))

/** `trunc(amount × rate(from) × (1 − spread) / rate(to))`; may be 0, which is too little to exchange. */
export const exchangedAmount = (
  amount: Decimal,
  { from, to, spreadPercent }: QuotedRates,
  toCurrency: string,
): Decimal => quotient(multiply(multiply(amount, from), remainder(spreadPercent)), to, scaleOf(toCurrency))

/** The least of one currency that buys one unit of the other, at the scale of the one given. */
export const minFor = (
  toUnit: Decimal,
  { from, to, spreadPercent }: QuotedRates,
  fromCurrency: string,
): Decimal =>
  quotientUp(multiply(toUnit, to), multiply(from, remainder(spreadPercent)), scaleOf(fromCurrency))

/** How many of one currency are given for one of the other, spread included, cut at 18 decimals: for showing. */
export const exchangeRate = ({ from, to, spreadPercent }: QuotedRates): Decimal =>
  quotient(multiply(from, remainder(spreadPercent)), to, 18)

/** Whether the quoted amount is at most what the present rates give. Compared exactly, without cutting. */
export const isCoveredBy = (
  { amount, amountTo }: { amount: Decimal; amountTo: Decimal },
  present: Rates,
): boolean => !isLess(multiply(amount, present.from), multiply(amountTo, present.to))

/** The price of one coin in USDT, spread included, as in an exchange of USDT for the coin. */
export const purchasePrice = (rate: Decimal, spreadPercent: Decimal): Decimal =>
  isZero(spreadPercent) ? rate : quotientUp(rate, remainder(spreadPercent), 18)

/** Whether the paid USDT are at least the worth of the coin's amount at a rate. */
export const paysFor = ({ paid, bought }: { paid: Decimal; bought: Decimal }, rate: Decimal): boolean =>
  !isLess(paid, worthInUsdt(bought, rate))
