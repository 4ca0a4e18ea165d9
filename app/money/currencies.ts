import { currencyScales } from '~/contract/currencies'

const shown: Record<string, number> = { USD: 2, USDT: 2, BTC: 8, ETH: 8, TRX: 2 }

/** How many decimals of a currency are shown where the exact figure is not needed. */
export function shownDecimals(currency: string): number {
  return shown[currency] ?? 8
}

const scales: Record<string, number> = currencyScales

/** The most decimals that the ledger keeps of any currency. */
export const widestScale = 18

/** How many decimals a currency has; for an unknown one, the most that the ledger has. */
export function scaleOf(currency: string): number {
  return scales[currency] ?? widestScale
}
