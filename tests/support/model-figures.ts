import type pg from 'pg'

/**
 * Figures of the models that judge the ledger: whole numbers instead of decimals. Nothing of the product's own code is
 * in it.
 */

/** So many units of 10^-18 are one of a currency. */
export const fine = 10n ** 18n

/** A decimal of the database in units of 10^-18, and one of USDT in millionths. */
export function fineOf(text: string): bigint {
  const [whole = '0', part = ''] = text.replace('-', '').split('.')
  const units = BigInt(whole) * fine + BigInt(part.padEnd(18, '0').slice(0, 18))
  return text.startsWith('-') ? -units : units
}
export const millionths = (text: string): bigint => fineOf(text) / 10n ** 12n

/** What an amount is worth at a rate, in millionths of USDT. */
export const worth = (amount: bigint, rate: bigint): bigint => (amount * rate) / 10n ** 30n

const scales: Record<string, bigint> = { USDT: 6n, BTC: 8n, ETH: 18n, TRX: 6n }

/** An amount above zero, cut at the scale of its currency. */
export function cutAt(amount: bigint, currency: string): bigint {
  const unit = 10n ** (18n - scales[currency]!)
  return (amount / unit) * unit
}

export interface Rate {
  coin: string
  at: Date
  rate: string
}

/** The last rate of a coin before a moment and the one that begins with it: at one instant either may hold. */
export function ratesAbout(rates: Rate[], coin: string, at: Date): bigint[] {
  if (coin === 'USDT') return [fine]
  const own = rates.filter((rate) => rate.coin === coin)
  const before = own.filter((rate) => rate.at < at).at(-1)
  const upTo = own.filter((rate) => rate.at <= at).at(-1)
  return [before, upTo].flatMap((rate) => (rate ? fineOf(rate.rate) : []))
}

/** The rates that hold from `begun` on, in their order. */
export async function readRates(client: pg.ClientBase, begun: Date): Promise<Rate[]> {
  const text = 'select coin, at, rate from rates where at >= $1 order by at'
  return (await client.query<Rate>({ name: 'model_rates', text, values: [begun] })).rows
}
