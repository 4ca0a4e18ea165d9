import { sql } from 'drizzle-orm'
import { type Complete } from '~/contract/reading'
import { type Rate } from '~/contract/user'
import { dayMs } from '../clock'
import { type Db } from '../db/connect'
import { type Decimal, multiply, plain, quotient, subtract } from '../domain/decimal'

interface RateRow extends Record<string, unknown> {
  coin: string
  title: string
  exchangeable: boolean
  rate: string | null
  updated_at: string | null
  day_before: string | null
}

/**
 * Each coin's rate and how it moved in 24 hours. A coin that has no rate yet is left out.
 * @param quoted the rates that may be acted on, by coin
 */
export async function shownRates(
  db: Db,
  now: Date,
  quoted: Record<string, Decimal>,
): Promise<Complete<typeof Rate>[]> {
  const newestAt = (moment: Date) => sql`(
    select rates.rate, coalesce(rates.confirmed_until, rates.at) as known_until from rates
    where rates.coin = coins.coin and rates.at <= ${moment.toISOString()}::timestamptz
    order by rates.at desc limit 1)`
  const { rows } = await db.execute<RateRow>(sql`
    select coins.coin, title, exchangeable, newest.rate, least(newest.known_until, ${now.toISOString()}::timestamptz) as updated_at, before.rate as day_before
    from coins
      left join lateral ${newestAt(now)} as newest on true
      left join lateral ${newestAt(new Date(now.getTime() - dayMs))} as before on true
    order by position, coins.coin`)
  return rows.flatMap(({ coin, title, exchangeable, rate, updated_at, day_before }) => {
    // Only the quote's rates can be used; USDT is worth one and needs no rate.
    const shown = quoted[coin] ?? rate
    if (shown === null) return []
    return {
      coin,
      title,
      // A rate without a current confirmation can't be used.
      exchangeable: exchangeable && coin in quoted,
      rate: plain(shown),
      change24h: rate && day_before ? change(day_before, rate) : '0',
      updatedAt: (updated_at ? new Date(updated_at) : now).toISOString(),
    }
  })
}

/** In percent, cut at two decimals. */
function change(before: Decimal, now: Decimal): Decimal {
  return quotient(multiply(subtract(now, before), '100'), before, 2)
}
