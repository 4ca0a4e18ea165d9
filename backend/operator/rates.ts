import { and, desc, eq, lte, sql } from 'drizzle-orm'
import { dayMs } from '../clock'
import { type Db } from '../db/connect'
import { locks } from '../db/locks'
import { coins, rates } from '../db/schema/rates'
import { type Decimal, plain } from '../domain/decimal'
import { Refusal } from '../domain/refusal'
import { presentOf } from '../funds/context'
import { type OperatorContext, recordAudit } from './audit'

/**
 * Sets the rate of a coin from now on; earlier events keep their rates. USDT is the unit of all rates and has none.
 * @throws Refusal of the field `coin`
 */
export async function setRate(
  tx: Db,
  operator: OperatorContext,
  { coin, rate }: { coin: string; rate: Decimal },
): Promise<{ coin: string; rate: Decimal; updatedAt: string }> {
  // Rates of the source wait, and are stored with a later time.
  await tx.execute(sql`select pg_advisory_xact_lock(${locks.rates})`)
  const now = presentOf(operator)
  const [known] = await tx.select().from(coins).where(eq(coins.coin, coin))
  if (!known || coin === 'USDT') throw Refusal.ofField('coin', 'invalid')
  // A demonstration has no source that would confirm the rate: it holds until the walk's next step.
  const nextStep = new Date(Math.floor(now.getTime() / dayMs + 1) * dayMs)
  const row = { coin, at: now, rate, confirmedUntil: operator.demo ? nextStep : null }
  const [before] = await tx
    .select({ rate: rates.rate })
    .from(rates)
    .where(and(eq(rates.coin, coin), lte(rates.at, now)))
    .orderBy(desc(rates.at))
    .limit(1)
  await tx
    .insert(rates)
    .values(row)
    .onConflictDoUpdate({ target: [rates.coin, rates.at], set: row })
  await recordAudit(tx, operator, {
    ...{ verb: 'set', kind: 'rate', id: coin, reason: plain(rate) },
    ...{ before: before && { rate: plain(before.rate) }, after: { rate: plain(rate) } },
  })
  return { coin, rate: plain(rate), updatedAt: now.toISOString() }
}
