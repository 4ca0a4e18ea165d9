/** Exchange (money.md 10): at the quoted rates, without a fee, the result cut at the scale of what is bought. */
import { scaleOf } from './currencies'
import { type Decimal, multiply, quotient } from './decimal'

export interface Rates {
  /** USDT for one of the currency given. */
  from: Decimal
  /** USDT for one of the currency bought. */
  to: Decimal
}

/** `trunc(amount × rate(from) / rate(to))`; may be 0, which is too little to exchange. */
export const exchangedAmount = (amount: Decimal, { from, to }: Rates, toCurrency: string): Decimal =>
  quotient(multiply(amount, from), to, scaleOf(toCurrency))

/** How many of one currency are given for one of the other, cut at 18 decimals: for showing, not for counting. */
export const exchangeRate = ({ from, to }: Rates): Decimal => quotient(from, to, 18)
