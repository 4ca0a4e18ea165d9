/**
 * The currencies that investors hold. Invariants: every posting is cut toward zero at its currency's scale, and both
 * legs have the cut figure (docs/rules.md). A constraint of the database has the same scales.
 */
import { currencyScales } from '~/contract/currencies'
import { type Decimal, multiply, truncate } from './decimal'

const scales = currencyScales

export type Currency = keyof typeof scales

export const currencies = Object.keys(scales) as Currency[]

export const isCurrency = (code: string): code is Currency => Object.hasOwn(scales, code)

/** Decimals of a currency. Throws a RangeError for one that no investor can hold. */
export function scaleOf(currency: string): number {
  if (!isCurrency(currency)) throw new RangeError(`no account is kept in ${currency}`)
  return scales[currency]
}

/** Cuts toward zero at the currency's scale. */
export const cut = (value: Decimal, currency: string): Decimal => truncate(value, scaleOf(currency))

/** The maximum amount of one event, in any currency: far below the limit of the ledger's columns. */
export const maxAtOnce: Decimal = '999999999999'

/** The worth of an amount in USDT at a rate, cut at USDT's scale. */
export const worthInUsdt = (value: Decimal, rate: Decimal): Decimal => cut(multiply(value, rate), 'USDT')
