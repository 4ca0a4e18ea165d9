import { createHash } from 'node:crypto'
import { type Db } from '../db/connect'
import { type FundsContext } from '../funds/context'
import { type RefillRow, creditRefill, requestRefill } from '../funds/refills'

/** The hash of a played transfer: it looks like one and no network knows it. */
export function fictitiousTransfer(id: string): string {
  return createHash('sha256').update(`nobody's transfer: ${id}`).digest('hex')
}

/** A top-up that is requested and paid within minutes. */
export async function arrives(
  tx: Db,
  context: FundsContext,
  request: { userId: string; systemId: string; amount: string },
): Promise<RefillRow> {
  const { id: refillId } = await requestRefill(tx, context, request)
  const transactionHash = fictitiousTransfer(refillId)
  return creditRefill(tx, context, { refillId, by: 'transfer', transactionHash })
}
