import { and, desc, eq, lte } from 'drizzle-orm'
import { dayMs } from '../clock'
import { type Db } from '../db/connect'
import { coins, rates } from '../db/schema/rates'
import { type Decimal, plain } from '../domain/decimal'
import { Refusal } from '../domain/refusal'
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
  const [known] = await tx.select().from(coins).where(eq(coins.coin, coin))
  if (!known || coin === 'USDT') throw Refusal.ofField('coin', 'invalid')
  // A demonstration has no source that would confirm the rate: it holds until the walk's next step.
  const nextStep = new Date(Math.floor(operator.now.getTime() / dayMs + 1) * dayMs)
  const row = { coin, at: operator.now, rate, confirmedUntil: operator.demo ? nextStep : null }
  const [before] = await tx
    .select({ rate: rates.rate })
    .from(rates)
    .where(and(eq(rates.coin, coin), lte(rates.at, operator.now)))
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
  return { coin, rate: plain(rate), updatedAt: operator.now.toISOString() }
}
