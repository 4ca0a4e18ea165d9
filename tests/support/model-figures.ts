import type pg from 'pg'

/**
 * Numbers of the models that check the ledger: whole numbers instead of decimals. They contain no code of the
 * product.
 */

/** This many units of 10^-18 make one of a currency. */
export const fine = 10n ** 18n

/** A decimal of the database in units of 10^-18, and one of USDT in millionths. */
export function fineOf(text: string): bigint {
  const [whole = '0', part = ''] = text.replace('-', '').split('.')
  const units = BigInt(whole) * fine + BigInt(part.padEnd(18, '0').slice(0, 18))
  return text.startsWith('-') ? -units : units
}
export const millionths = (text: string): bigint => fineOf(text) / 10n ** 12n

/** The worth of an amount at a rate, in millionths of USDT. */
export const worth = (amount: bigint, rate: bigint): bigint => (amount * rate) / 10n ** 30n

const scales: Record<string, bigint> = { USDT: 6n, BTC: 8n, ETH: 18n, TRX: 6n }

/** An amount above zero, rounded down to the scale of its currency. */
export function cutAt(amount: bigint, currency: string): bigint {
  const unit = 10n ** (18n - scales[currency]!)
  return (amount / unit) * unit
}

export interface Rate {
  coin: string
  at: Date
  rate: string
}

/**
 * The last rate of a coin before a moment and the one that begins at it: at that instant either may apply.
 */
export function ratesAbout(rates: Rate[], coin: string, at: Date): bigint[] {
  if (coin === 'USDT') return [fine]
  const own = rates.filter((rate) => rate.coin === coin)
  const before = own.filter((rate) => rate.at < at).at(-1)
  const upTo = own.filter((rate) => rate.at <= at).at(-1)
  return [before, upTo].flatMap((rate) => (rate ? fineOf(rate.rate) : []))
}

/** The rates from `begun` on, in order. */
export async function readRates(client: pg.ClientBase, begun: Date): Promise<Rate[]> {
  const text = 'select coin, at, rate from rates where at >= $1 order by at'
  return (await client.query<Rate>({ name: 'model_rates', text, values: [begun] })).rows
}
