import { asc, eq, max } from 'drizzle-orm'
import { type z } from 'zod'
import { type contract } from '~/contract'
import { type CallOutput } from '~/contract/call'
import { type SubscriptionOptionDraft } from '~/contract/extensions/operator/terms'
import { type Db } from '../db/connect'
import { subscriptionOptions } from '../db/schema/settings'
import { Refusal } from '../domain/refusal'
import { type OperatorContext, recordAudit } from './audit'
import { requireUnchanged, versionOf } from './versions'

/** Options of the subscription as the operator writes them. A change is for purchases from now on. */

type OptionRow = typeof subscriptionOptions.$inferSelect
type Draft = z.output<typeof SubscriptionOptionDraft>
type View = CallOutput<typeof contract.operator.editSubscriptionOption>

/** All options in the company's order, also those that can't be bought. */
export async function listWrittenOptions(db: Db): Promise<View[]> {
  const rows = await db
    .select()
    .from(subscriptionOptions)
    .orderBy(asc(subscriptionOptions.position), asc(subscriptionOptions.id))
  return rows.map(viewOf)
}

/** Adds an option behind the others. */
export async function createOption(
  tx: Db,
  operator: OperatorContext,
  { reason, ...draft }: Draft & { reason?: string },
): Promise<View> {
  const [last] = await tx.select({ position: max(subscriptionOptions.position) }).from(subscriptionOptions)
  const [created] = await tx
    .insert(subscriptionOptions)
    .values({ ...draft, id: operator.newId(), position: (last?.position ?? 0) + 1 })
    .returning()
  await recordAudit(tx, operator, {
    verb: 'create',
    kind: 'subscription_option',
    id: created!.id,
    reason,
    after: created!,
  })
  return viewOf(created!)
}

/**
 * Changes the given fields.
 * @param edit `version` is the one that the operator has read
 * @throws Refusal not_found, changed_meanwhile
 */
export async function editOption(
  tx: Db,
  operator: OperatorContext,
  { id, version, reason, ...draft }: { id: string; version?: string; reason?: string } & Partial<Draft>,
): Promise<View> {
  const ofId = eq(subscriptionOptions.id, id)
  const [before] = await tx.select().from(subscriptionOptions).where(ofId).for('update')
  if (!before) throw new Refusal('not_found')
  // Includes the id, since an update needs at least one column.
  const [edited] = await tx
    .update(subscriptionOptions)
    .set({ id, ...draft })
    .where(ofId)
    .returning()
  const contents = { before: contentOf(before), after: contentOf(edited!) }
  await requireUnchanged(tx, { kind: 'subscription_option', id, read: version, ...contents })
  await recordAudit(tx, operator, {
    verb: 'edit',
    kind: 'subscription_option',
    id,
    reason,
    before,
    after: edited!,
  })
  return viewOf(edited!)
}

function viewOf(row: OptionRow): View {
  const { id, title, days, price, benefits, freePayments, available } = row
  return { id, title, days, price, benefits, freePayments, available, version: versionOf(contentOf(row)) }
}

const contentOf = ({ title, days, price, benefits, freePayments, available }: OptionRow) => [
  ...[title, ...benefits].flatMap(({ ru, en }) => [ru, en]),
  ...[days, price, freePayments, available],
]
