import { and, eq, inArray, isNull } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { batchedPayments, paymentBatches } from '../db/schema/batches'
import { payments } from '../db/schema/transfers'
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

/** The batches with a withdrawal of the investor whose file was given out: its transfers may be made any moment. */
export async function givenOutBatchesOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: paymentBatches.id })
    .from(batchedPayments)
    .innerJoin(paymentBatches, eq(paymentBatches.id, batchedPayments.batchId))
    .innerJoin(payments, eq(payments.id, batchedPayments.paymentId))
    .where(
      and(
        eq(payments.userId, userId),
        eq(payments.status, 'under_review'),
        eq(paymentBatches.status, 'downloaded'),
        isNull(batchedPayments.takenOutAt),
      ),
    )
    .orderBy(paymentBatches.id)
  return rows.map(({ id }) => id)
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
