/**
 * The currencies that investors hold and the decimals that the ledger keeps of each, in the order in which they are shown.
 * Stated here alone: the backend's postings and the app's fields follow it.
 */
export const currencyScales = { USDT: 6, BTC: 8, ETH: 18, TRX: 6 } as const
