import { createHash } from 'node:crypto'
import { type Db } from '../db/connect'
import { type FundsContext } from '../funds/context'
import { type RefillRow, creditRefill, requestRefill } from '../funds/refills'
import { fictitiousAddress } from '../domain/addresses'
import { takeSighting } from '../money-in/take-sighting'
import { type History } from './history'

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
  return creditRefill(tx, context, { refillId, by: 'demo', transactionHash })
}

/**
 * What has arrived and no top-up took: a transfer to the investor's address, long after the time of its request, and one to
 * an address that nobody was given.
 */
export function addWaitingTransfers(history: History, userId: string): void {
  const arrived = (daysBefore: number, time: string, name: string, address: string, amount: string) =>
    history.on(daysBefore, time, async (context) => {
      await takeSighting(history.tx, context, {
        ...{ address, network: 'TRC-20', currency: 'USDT', amount, output: '' },
        ...{ transactionHash: fictitiousTransfer(name), confirmations: 19, required: 19 },
        ...{ state: 'final', reportedAt: context.now },
      })
    })
  arrived(2, '08:15', 'late', fictitiousAddress('tron', `usdt-trc20 ${userId}`), '300')
  arrived(1, '07:40', 'to nobody', fictitiousAddress('tron', 'an address of nobody'), '45.5')
}
