import { scaleOf } from '~/money/currencies'
import { compare, divide, truncate } from '~/money/decimal'

/** A rate as people say it: one of the dearer currency is so many of the other. */
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
