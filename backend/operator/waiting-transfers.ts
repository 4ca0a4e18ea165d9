import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { incomingTransfers } from '../db/schema/incoming'
import { Refusal } from '../domain/refusal'
import { hashKey } from '../domain/transaction-hash'
import { firstPayments, isOfTransaction } from '../money-in/payments-of'
import { type OperatorContext, recordAudit } from './audit'

/**
 * Transfers that wait for an operator, as their decisions find them. Invariants: whoever credits one has locked it before
 * the account of its investor, as the network's reports do, so that of a credit by hand and one by a report the second finds
 * the first; it is credited once.
 */

export type WaitingRow = typeof incomingTransfers.$inferSelect & { waitsSince: Date }

/** Not decided yet. */
export const isWaiting = and(isNotNull(incomingTransfers.waitsSince), isNull(incomingTransfers.closedAt))!

/** A transfer of the queue, locked until the transaction ends. @throws Refusal not_found, already_decided */
export async function lockWaitingTransfer(tx: Db, id: string): Promise<WaitingRow> {
  const find = () => tx.select().from(incomingTransfers).where(eq(incomingTransfers.id, id))
  const [found] = await find()
  // With the other payments of its transaction, in the order in which reports lock them.
  if (found) {
    const { addressKey, currency, transactionHash } = found
    const isBeside = and(
      eq(incomingTransfers.addressKey, addressKey),
      eq(incomingTransfers.currency, currency),
      isOfTransaction(hashKey(transactionHash)),
    )
    await tx
      .select({ id: incomingTransfers.id })
      .from(incomingTransfers)
      .where(isBeside)
      .orderBy(...firstPayments)
      .for('update')
  }
  const [row] = await find().for('update')
  if (!row?.waitsSince) throw new Refusal('not_found')
  if (row.closedAt !== null) throw new Refusal('already_decided')
  return { ...row, waitsSince: row.waitsSince }
}

/**
 * The transfers that wait and are the one of this hash to this address, locked: several only where one transaction made
 * several payments to it.
 */
export function lockTransfersOf(
  tx: Db,
  { wallet, currency, transactionHash }: { wallet: string; currency: string; transactionHash: string },
): Promise<(typeof incomingTransfers.$inferSelect)[]> {
  return tx
    .select()
    .from(incomingTransfers)
    .where(
      and(
        eq(incomingTransfers.addressKey, wallet.toLowerCase()),
        isOfTransaction(hashKey(transactionHash)),
        eq(incomingTransfers.currency, currency),
        isNull(incomingTransfers.creditedAt),
        isWaiting,
      ),
    )
    .orderBy(...firstPayments)
    .for('update')
}

/** It was credited to this top-up, and waits no more. Nothing happens where that is written already. */
export async function closeCredited(
  tx: Db,
  operator: OperatorContext,
  { id }: Pick<WaitingRow, 'id'>,
  refillId: string,
): Promise<void> {
  const { now } = operator
  const closed = await tx
    .update(incomingTransfers)
    .set({ refillId, creditedAt: now, closedAt: now })
    .where(and(eq(incomingTransfers.id, id), isNull(incomingTransfers.creditedAt), isWaiting))
    .returning({ id: incomingTransfers.id })
  if (closed.length === 0) return
  const change = { before: { status: 'open' }, after: { status: 'credited', refill: refillId } }
  await recordAudit(tx, operator, { verb: 'approve', kind: 'transfer', id, ...change })
}
