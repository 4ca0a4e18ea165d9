/**
 * Plans as the operator makes and changes them. Invariants: a deposit keeps its terms (percent, days, multiplier and
 * title are frozen in its row), so a change here affects no open deposit (docs/rules.md).
 */
import { eq, max, sql } from 'drizzle-orm'
import { type z } from 'zod'
import { type PlanDraft } from '~/contract/extensions/operator/content'
import { type Tariff } from '~/contract/settings'
import { type Db } from '../db/connect'
import { plans } from '../db/schema/settings'
import { currencies } from '../domain/currencies'
import { isLess } from '../domain/decimal'
import { Refusal } from '../domain/refusal'
import { type OperatorContext, recordAudit } from './audit'

type PlanRow = typeof plans.$inferSelect
type Draft = z.output<typeof PlanDraft>

/** Adds a plan after all others, in every currency that investors can hold. @throws Refusal of the field `max` */
export async function createPlan(
  tx: Db,
  operator: OperatorContext,
  draft: Draft & { tariff: z.output<typeof Tariff> },
): Promise<PlanRow> {
  checkBounds(draft)
  const { extension, ...terms } = draft
  const [last] = await tx.select({ position: max(plans.position) }).from(plans)
  const [created] = await tx
    .insert(plans)
    .values({
      ...terms,
      extensionDays: extension.days,
      extensionMultiplier: extension.multiplier,
      id: operator.newId(),
      currencies: [...currencies],
      position: (last?.position ?? 0) + 1,
    })
    .returning()
  await showMinDeposit(tx)
  await recordAudit(tx, operator, { verb: 'create', kind: 'plan', id: created!.id })
  return created!
}

/**
 * Changes the given fields, for deposits that are opened from now on.
 * @throws Refusal not_found, validation of the field `max`
 */
export async function editPlan(
  tx: Db,
  operator: OperatorContext,
  { id, ...draft }: { id: string } & Partial<Draft>,
): Promise<PlanRow> {
  const [before] = await tx.select().from(plans).where(eq(plans.id, id)).for('update')
  if (!before) throw new Refusal('not_found')
  checkBounds({ ...before, ...draft })
  const { extension, ...terms } = draft
  const change = {
    id, // included because an update needs at least one column
    ...terms,
    extensionDays: extension?.days,
    extensionMultiplier: extension?.multiplier,
  }
  const [edited] = await tx.update(plans).set(change).where(eq(plans.id, id)).returning()
  await showMinDeposit(tx)
  await recordAudit(tx, operator, { verb: 'edit', kind: 'plan', id })
  return edited!
}

function checkBounds({ min, max: upper }: Pick<Draft, 'min' | 'max'>): void {
  if (upper !== null && isLess(upper, min)) {
    throw Refusal.ofField('max', 'amount_below_min', { min, currency: 'USDT' })
  }
}

/** The least deposit that `limits` shows is the least of the plans that can be opened. */
async function showMinDeposit(tx: Db): Promise<void> {
  await tx.execute(sql`
    update settings set value = jsonb_set(value, '{deposit,min}', to_jsonb(least.min))
    from (select trim_scale(min(min))::text as min from plans where available) as least
    where key = 'limits' and least.min is not null`)
}
