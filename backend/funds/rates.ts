/**
 * Rates in USDT for one coin. Invariants: an event uses the newest rate at or before its due time, nothing is bought or
 * sold at a rate that its source has not confirmed for fifteen minutes, and USDT is worth exactly one USDT.
 */
import { sql } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { type Decimal, plain } from '../domain/decimal'
import { array } from './write-entries'

/** The rates of all coins at a moment, by coin. A coin without a rate then is not in it; USDT always is. */
export async function ratesAt(db: Db, at: Date): Promise<Map<string, Decimal>> {
  const { rows } = await db.execute<{ coin: string; rate: string }>(sql`
    select coin, rate from coins cross join lateral
      (select rate from rates where rates.coin = coins.coin and at <= ${at.toISOString()}::timestamptz
       order by at desc limit 1) as newest`)
  return new Map([...rows.map(({ coin, rate }) => [coin, plain(rate)] as const), ['USDT', '1']])
}

/** How long after its last confirmation by the source a rate may be used. */
const ttlMs = 15 * 60_000

/** Of the rates at a moment, those that may be acted on: no older than fifteen minutes. USDT always is. */
export async function freshRatesAt(db: Db, at: Date): Promise<Map<string, Decimal>> {
  const { rows } = await db.execute<{ coin: string; rate: string }>(sql`
    select coin, rate from coins cross join lateral
      (select rate, coalesce(confirmed_until, at) as last_confirmed from rates
       where rates.coin = coins.coin and at <= ${at.toISOString()}::timestamptz order by at desc limit 1) as newest
    where last_confirmed >= ${new Date(at.getTime() - ttlMs).toISOString()}::timestamptz`)
  return new Map([...rows.map(({ coin, rate }) => [coin, plain(rate)] as const), ['USDT', '1']])
}

/** The rate of one coin at a moment. Throws when there was none. */
export async function rateAt(db: Db, coin: string, at: Date): Promise<Decimal> {
  return (await ratesOf(db, [{ coin, at }]))[0]!
}

/** The rate of each coin at its own moment, in the given order. Throws when there was none. */
export async function ratesOf(db: Db, requests: { coin: string; at: Date }[]): Promise<Decimal[]> {
  const needed = requests.filter(({ coin }) => coin !== 'USDT')
  if (needed.length === 0) return requests.map(() => '1')
  const { rows } = await db.execute<{ coin: string; rate: string | null }>(sql`
    select requested.coin, (
      select rate from rates where rates.coin = requested.coin and rates.at <= requested.at order by rates.at desc limit 1
    ) as rate
    from unnest(${array(needed, ({ coin }) => coin)}::text[], ${array(needed, ({ at }) => at)}::timestamptz[])
      with ordinality as requested (coin, at, position)
    order by position`)
  const found = rows.values()
  return requests.map(({ coin, at }) => {
    if (coin === 'USDT') return '1'
    const rate = found.next().value?.rate
    if (!rate) throw new Error(`there is no rate of ${coin} at ${at.toISOString()}`)
    return plain(rate)
  })
}
