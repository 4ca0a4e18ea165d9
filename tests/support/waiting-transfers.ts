import { randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { type Db } from '../../backend/db/connect'
import { incomingTransfers } from '../../backend/db/schema/incoming'
import { refills } from '../../backend/db/schema/transfers'
import { type Sighting } from '../../backend/money-in/sighting'
import { takeSighting } from '../../backend/money-in/take-sighting'

/** Transfers that no top-up takes by itself, as a payment processor's report leaves them. */

export interface Waiting {
  id: string
  transactionHash: string
}

/**
 * A final transfer of 300 USDT to the address of a top-up, unless `sighting` says otherwise.
 * @param now the product's time; real time by default
 */
export async function reportFinal(
  db: Db,
  sighting: Partial<Sighting> & { address: string },
  now = new Date(),
): Promise<Waiting> {
  const transactionHash = sighting.transactionHash ?? randomBytes(32).toString('hex')
  const context = { now, realNow: now, newId: randomUUID, demo: true }
  await db.transaction((tx) =>
    takeSighting(tx, context, {
      ...{ network: 'TRC-20', currency: 'USDT', amount: '300', transactionHash, output: '' },
      ...{ confirmations: 19, required: 19, state: 'final', reportedAt: now },
      ...sighting,
    }),
  )
  const rows = await db
    .select()
    .from(incomingTransfers)
    .where(eq(incomingTransfers.transactionHash, transactionHash))
  return { id: rows.at(-1)!.id, transactionHash }
}

/** A transfer that came after the time of its top-up. */
export async function lateTransfer(
  db: Db,
  refillId: string,
  sighting: Partial<Sighting> = {},
  now = new Date(),
): Promise<Waiting> {
  const [refill] = await db
    .update(refills)
    .set({ expiresAt: new Date(now.getTime() - 60_000) })
    .where(eq(refills.id, refillId))
    .returning()
  return reportFinal(db, { address: refill!.wallet, ...sighting }, now)
}
