/**
 * Withdrawals. Invariants: the balance of the currency is used first; the rest is bought from the USDT balance at the
 * price that the investor was shown; and fee + net is exactly the amount.
 */
import { scaleOf, worthInUsdt } from './currencies'
import { type Bounds, minimumAt } from './bounds'
import { type Decimal, add, isLess, subtract, unit } from './decimal'

export interface WithdrawalRules {
  currency: string
  minUsd: Decimal
  max: Decimal | null
  /** In the currency; 0 while a subscription frees from it. */
  fee: Decimal
}

/** Bounds of the amount at a rate. The fee is taken out of the amount, so that less than fee + one unit makes no sense. */
export function withdrawalBounds({ currency, minUsd, max, fee }: WithdrawalRules, rate: Decimal): Bounds {
  const byRate = minimumAt(minUsd, currency, rate)
  const byFee = add(fee, unit(scaleOf(currency)))
  return { min: isLess(byRate, byFee) ? byFee : byRate, max }
}

export interface Split {
  fromBalance: Decimal
  /** Null when the balance of the currency is enough. */
  fromUsdt: Decimal | null
}

/**
 * The balances that the amount is taken from; null if the currency and USDT together do not suffice.
 * @param free the free balance in the currency of the withdrawal
 * @param freeUsdt the free USDT balance, from which the missing part of another currency is bought
 * @param price USDT for one of the currency
 */
export function splitWithdrawal(
  { currency, amount }: { currency: string; amount: Decimal },
  { free, freeUsdt, price }: { free: Decimal; freeUsdt: Decimal; price: Decimal },
): Split | null {
  if (!isLess(free, amount)) return { fromBalance: amount, fromUsdt: null }
  if (currency === 'USDT') return null
  const fromUsdt = worthInUsdt(subtract(amount, free), price)
  return isLess(freeUsdt, fromUsdt) ? null : { fromBalance: free, fromUsdt }
}
