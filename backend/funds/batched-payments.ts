import { and, inArray, isNull } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { batchedPayments } from '../db/schema/batches'
import { Refusal } from '../domain/refusal'

/** Which withdrawals are in a batch (`backend/operator/batches/`), and so may be on their way. */

/** The batch of each withdrawal that is in one. */
export async function batchesOf(db: Db, paymentIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .select({ id: batchedPayments.paymentId, batchId: batchedPayments.batchId })
    .from(batchedPayments)
    .where(and(inArray(batchedPayments.paymentId, [...paymentIds]), isNull(batchedPayments.takenOutAt)))
  return new Map(rows.map(({ id, batchId }) => [id, batchId]))
}

/**
 * A withdrawal in a batch is decided there alone. The caller holds the lock of the withdrawal.
 * @param batchId the batch that decides, if one does
 * @throws Refusal payment_batched
 */
export async function refuseBatched(tx: Db, paymentId: string, batchId?: string): Promise<void> {
  const found = (await batchesOf(tx, [paymentId])).get(paymentId)
  if (found !== undefined && found !== batchId)
    throw new Refusal('payment_batched', { params: { id: found } })
}
