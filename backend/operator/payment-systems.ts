/**
 * Payment systems as the operator sets them. Invariants: a change applies to what is requested from now on; the least
 * withdrawal that `limits` shows is the one that is enforced.
 */
import { asc, eq, sql } from 'drizzle-orm'
import { type z } from 'zod'
import { type contract } from '~/contract'
import { type CallOutput } from '~/contract/call'
import { type PaymentSystemDraft } from '~/contract/extensions/operator/terms'
import { type Db } from '../db/connect'
import { paymentSystems } from '../db/schema/settings'
import { isLess } from '../domain/decimal'
import { Refusal } from '../domain/refusal'
import { type SystemRow, addressSupply } from '../funds/receiving-addresses'
import { type OperatorContext, recordAudit } from './audit'
import { requireUnchanged, versionOf } from './versions'

type Draft = z.output<typeof PaymentSystemDraft>
type View = CallOutput<typeof contract.operator.editPaymentSystem>
type Supply = Parameters<typeof addressSupply>[1]

/** All systems in the company's order, with the receiving addresses that are free. */
export async function listWrittenPaymentSystems(db: Db, at: Supply): Promise<View[]> {
  const rows = await db
    .select()
    .from(paymentSystems)
    .orderBy(asc(paymentSystems.position), asc(paymentSystems.id))
  const supply = await addressSupply(db, at)
  return rows.map((row) => viewOf(row, supply.find(({ systemId }) => systemId === row.id)?.free ?? 0))
}

/**
 * Changes the given fields, for top-ups and withdrawals that are requested from now on.
 * @param edit `version` is the one that the operator has read
 * @throws Refusal not_found, changed_meanwhile, validation of the field `payment.max`
 */
export async function editPaymentSystem(
  tx: Db,
  operator: OperatorContext,
  { id, version, reason, ...draft }: { id: string; version?: string; reason?: string } & Partial<Draft>,
): Promise<View> {
  const [before] = await tx.select().from(paymentSystems).where(eq(paymentSystems.id, id)).for('update')
  if (!before) throw new Refusal('not_found')
  const { title, explorer, refill, payment } = draft
  const change = {
    id, // included because an update needs at least one column
    ...{ title, explorer },
    refillEnabled: refill?.enabled,
    refillMax: refill?.max,
    refillTimeoutMinutes: refill?.timeoutMinutes,
    paymentEnabled: payment?.enabled,
    paymentMinUsd: payment?.minUsd,
    paymentMax: payment?.max,
    paymentFee: payment?.fee,
    paymentHours: payment?.hours,
    paymentRequires: payment?.requires,
  }
  const [edited] = await tx.update(paymentSystems).set(change).where(eq(paymentSystems.id, id)).returning()
  checkFee(edited!)
  const contents = { before: contentOf(before), after: contentOf(edited!) }
  await requireUnchanged(tx, { kind: 'payment_system', id, read: version, ...contents })
  await showMinPayment(tx, edited!)
  await recordAudit(tx, operator, {
    verb: 'edit',
    kind: 'payment_system',
    id,
    reason,
    before,
    after: edited!,
  })
  const supply = await addressSupply(tx, operator)
  return viewOf(edited!, supply.find(({ systemId }) => systemId === id)?.free ?? 0)
}

/** The fee is taken out of the amount, so the largest withdrawal has to be more than it. */
function checkFee({ paymentMax, paymentFee, currency }: SystemRow): void {
  if (paymentMax !== null && !isLess(paymentFee, paymentMax))
    throw Refusal.ofField('payment.max', 'amount_below_min', { min: paymentFee, currency })
}

/** The least withdrawal stands in `limits` too, for those who read the terms. */
async function showMinPayment(tx: Db, { id, paymentMinUsd }: SystemRow): Promise<void> {
  await tx.execute(sql`
    update settings set value = jsonb_set(value, array['payment', 'minUsd', ${id}::text], to_jsonb(${paymentMinUsd}::text))
    where key = 'limits'`)
}

function viewOf(row: SystemRow, freeAddresses: number): View {
  const { id, title, currency, network, explorer } = row
  return {
    ...{ id, title, currency, network, explorer, freeAddresses },
    refill: {
      enabled: row.refillEnabled,
      minUsd: row.refillMinUsd,
      max: row.refillMax,
      timeoutMinutes: row.refillTimeoutMinutes,
    },
    payment: {
      enabled: row.paymentEnabled,
      minUsd: row.paymentMinUsd,
      max: row.paymentMax,
      fee: row.paymentFee,
      hours: row.paymentHours,
      requires: row.paymentRequires,
    },
    version: versionOf(contentOf(row)),
  }
}

const contentOf = (row: SystemRow) => [
  ...[row.title, row.explorer, row.refillEnabled, row.refillMax, row.refillTimeoutMinutes],
  ...[row.paymentEnabled, row.paymentMinUsd, row.paymentMax, row.paymentFee, row.paymentHours],
  row.paymentRequires,
]
