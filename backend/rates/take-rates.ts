/**
 * Takes the rates of a source into the history. Invariants: a rate holds from when it was received and never from
 * before, so that nothing that is booked would have to change; a statement older than the known one changes nothing; an
 * implausible value is refused. May run twice, and on two machines at once.
 */
import { sql } from 'drizzle-orm'
import { type Clock } from '../clock'
import { type Db } from '../db/connect'
import { locks } from '../db/locks'
import { rates } from '../db/schema/rates'
import { type Decimal, compare, isPositive, isLess, multiply } from '../domain/decimal'
import { type ProviderRate } from './provider'

/** A rate below half of the known one, or above one and a half times it, is refused as implausible. */
const minFactor: Decimal = '0.5'
const maxFactor: Decimal = '1.5'
/** How far ahead a source's clock may be. */
const aheadMs = 60_000

export interface Taken {
  /** Coins with a new or a confirmed rate. */
  taken: string[]
  /** Coins whose value was implausible or dated in the future. An operator can set the rate by hand. */
  refused: string[]
}

interface Known extends Record<string, unknown> {
  coin: string
  rate: string | null
  at: string | null
  known_until: string | null
}

/** @param clock the product's, read under the lock, so that rates are stored in the order of their times */
export async function takeRates(db: Db, provided: ProviderRate[], clock: Clock): Promise<Taken> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${locks.rates})`)
    const now = clock.now()
    const { rows } = await tx.execute<Known>(sql`
      select coins.coin, rate, at, coalesce(confirmed_until, at) as known_until from coins left join lateral (
        select * from rates where rates.coin = coins.coin order by at desc limit 1) as newest on true
      where coins.coin <> 'USDT'`)
    const known = new Map(rows.map((row) => [row.coin, row]))
    const outcome: Taken = { taken: [], refused: [] }
    // Of two values for one coin the later one counts.
    const latest = new Map(
      [...provided].sort((a, b) => a.at.getTime() - b.at.getTime()).map((one) => [one.coin, one]),
    )
    for (const { coin, rate, at } of latest.values()) {
      const before = known.get(coin)
      if (!before) continue
      if (before.known_until !== null && at <= new Date(before.known_until)) continue
      if (at.getTime() > now.getTime() + aheadMs || !isBelievable(rate, before.rate)) {
        outcome.refused.push(coin)
        continue
      }
      await write(tx, { coin, rate, at }, before, now)
      outcome.taken.push(coin)
    }
    return outcome
  })
}

function isBelievable(rate: Decimal, before: Decimal | null): boolean {
  if (!isPositive(rate)) return false
  if (before === null) return true
  return !isLess(rate, multiply(before, minFactor)) && !isLess(multiply(before, maxFactor), rate)
}

async function write(tx: Db, { coin, rate, at }: ProviderRate, before: Known, now: Date): Promise<void> {
  const confirmedUntil = at
  if (before.rate !== null && before.at !== null && compare(before.rate, rate) === 0) {
    const same = sql`coin = ${coin} and at = ${new Date(before.at).toISOString()}::timestamptz`
    await tx.update(rates).set({ confirmedUntil }).where(same)
    return
  }
  const row = { coin, at: now, rate, confirmedUntil }
  await tx
    .insert(rates)
    .values(row)
    .onConflictDoUpdate({ target: [rates.coin, rates.at], set: row })
}
