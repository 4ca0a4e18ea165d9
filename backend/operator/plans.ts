/**
 * Plans as the operator makes and changes them. Invariants: a deposit keeps its terms (percent, days, multiplier and
 * title are frozen in its row), so a change here affects no open deposit (docs/rules.md).
 */
import { and, asc, count, eq, max, ne, sql } from 'drizzle-orm'
import { type z } from 'zod'
import { type contract } from '~/contract'
import { type CallOutput } from '~/contract/call'
import { type PlanDraft } from '~/contract/extensions/operator/content'
import { Tariff } from '~/contract/settings'
import { type Db } from '../db/connect'
import { deposits } from '../db/schema/deposits'
import { plans } from '../db/schema/settings'
import { currencies } from '../domain/currencies'
import { isLess } from '../domain/decimal'
import { Refusal } from '../domain/refusal'
import { type OperatorContext, recordAudit } from './audit'
import { requireUnchanged, versionOf } from './versions'

type PlanRow = typeof plans.$inferSelect
type Draft = z.output<typeof PlanDraft>

/** All plans in the company's order, in both languages, with the number of deposits that are open on each. */
export async function listWrittenPlans(db: Db): Promise<CallOutput<typeof contract.operator.plans>> {
  const rows = await db
    .select({ plan: plans, openDeposits: count(deposits.id) })
    .from(plans)
    .leftJoin(deposits, and(eq(deposits.planId, plans.id), ne(deposits.status, 'closed')))
    .groupBy(plans.id)
    .orderBy(asc(plans.position), asc(plans.id))
  const items = rows.map(({ plan, openDeposits }) => {
    const { id, tariff, title, dailyPercent, min, max, termDays, available } = plan
    return {
      ...{
        id,
        tariff: Tariff.parse(tariff),
        title,
        dailyPercent,
        min,
        max,
        termDays,
        available,
        openDeposits,
      },
      extension: { days: plan.extensionDays, multiplier: plan.extensionMultiplier },
      version: versionOf(contentOf(plan)),
    }
  })
  return { items }
}

/** Adds a plan after all others, in every currency that investors can hold. @throws Refusal of the field `max` */
export async function createPlan(
  tx: Db,
  operator: OperatorContext,
  { reason, ...draft }: Draft & { tariff: z.output<typeof Tariff>; reason?: string },
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
  await recordAudit(tx, operator, { verb: 'create', kind: 'plan', id: created!.id, reason, after: created! })
  return created!
}

/**
 * Changes the given fields, for deposits that are opened from now on.
 * @param edit `version` is the one that the operator has read
 * @throws Refusal not_found, changed_meanwhile, validation of the field `max`
 */
export async function editPlan(
  tx: Db,
  operator: OperatorContext,
  { id, version, reason, ...draft }: { id: string; version?: string; reason?: string } & Partial<Draft>,
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
  const contents = { before: contentOf(before), after: contentOf(edited!) }
  await requireUnchanged(tx, { kind: 'plan', id, read: version, ...contents })
  await showMinDeposit(tx)
  await recordAudit(tx, operator, { verb: 'edit', kind: 'plan', id, reason, before, after: edited! })
  return edited!
}

const contentOf = (plan: PlanRow) => [
  ...[plan.title.ru, plan.title.en, plan.dailyPercent, plan.min, plan.max, plan.termDays],
  ...[plan.extensionDays, plan.extensionMultiplier, plan.available],
]

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
