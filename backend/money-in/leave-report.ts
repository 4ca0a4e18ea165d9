import { eq } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { incomingTransfers } from '../db/schema/incoming'
import { refills } from '../db/schema/transfers'
import { type FundsContext } from '../funds/context'
import { InvoiceChange } from './btcpay'
import { type PaymentEvent } from './inbox'
import { ofHook } from './of-hook'
import { HookEvent } from './sighting'
import { leaveSighting } from './take-sighting'

/**
 * Reports that have failed for so long that nobody tries them any more: operators get each as a case of the transfers'
 * queue. Where it says which transfer it is about, that is the case, so that it is credited once; where it does not, the
 * case holds the report itself.
 */

/** What is kept of a report whose transfer is not known. */
const maxReportChars = 2_000

export async function leaveReport(tx: Db, context: FundsContext, event: PaymentEvent): Promise<void> {
  const reported = event.source === 'hook' ? HookEvent.safeParse(event.body) : null
  if (!reported?.success) return leaveUnread(tx, context, event)
  try {
    // Undone alone where it fails, as its effect did.
    await tx.transaction(async (part) => {
      for (const sighting of await ofHook(part, reported.data)) await leaveSighting(part, context, sighting)
    })
  } catch {
    await leaveUnread(tx, context, event)
  }
}

/** With the top-up's investor and address where the report names its number: the amount is not known. */
async function leaveUnread(
  tx: Db,
  { now, realNow, newId }: FundsContext,
  { source, eventId, body }: PaymentEvent,
): Promise<void> {
  const named = InvoiceChange.safeParse(body).data?.orderId ?? ''
  const [refill] = await tx.select().from(refills).where(eq(refills.id, named))
  const address = refill?.wallet ?? ''
  await tx.insert(incomingTransfers).values({
    ...{ id: newId(), address, addressKey: address.toLowerCase() },
    ...{ transactionHash: '', transactionKey: `report ${source} ${eventId}` },
    ...{ network: refill?.network ?? '', currency: refill?.currency ?? '', amount: '0' },
    ...{ confirmations: 0, required: null, state: 'seen', reportedAt: realNow, seenAt: now },
    ...{ systemId: refill?.systemId ?? null, userId: refill?.userId ?? null },
    ...{ problem: 'report_failed', waitsSince: now, report: JSON.stringify(body).slice(0, maxReportChars) },
  })
}
