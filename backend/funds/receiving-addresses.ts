/**
 * Addresses that top-ups are paid to. What must stay true: an address serves one top-up at a time, so that what arrives
 * on it is known to be its own; one that was asked for and never paid to serves another after a rest that is longer than
 * any network keeps a transfer waiting; only a demonstration gives out addresses that belong to nobody.
 */
import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import { dayMs } from '../clock'
import { type Db } from '../db/connect'
import { type paymentSystems } from '../db/schema/settings'
import { receivingAddresses, refills } from '../db/schema/transfers'
import { nobodysAddress } from '../domain/addresses'
import { Unavailable } from '../domain/refusal'
import { type FundsContext } from './context'

export type SystemRow = typeof paymentSystems.$inferSelect

export interface ChosenAddress {
  address: string
  /** The company's own, from the table; else the demonstration's, which is not in it yet. */
  own: boolean
}

/** Rest of an address whose request ran out unpaid; a network forgets a transfer that nobody takes up within two weeks. */
export const restDays = 30

/** An address for a top-up that is about to be stored. @throws Unavailable when the company has none left */
export async function chooseAddress(
  tx: Db,
  { demo, now }: FundsContext,
  system: SystemRow,
  refillId: string,
): Promise<ChosenAddress> {
  const [free] = await tx
    .select({ address: receivingAddresses.address })
    .from(receivingAddresses)
    .where(and(eq(receivingAddresses.systemId, system.id), isNull(receivingAddresses.refillId)))
    .orderBy(asc(receivingAddresses.createdAt))
    .limit(1)
    .for('update', { skipLocked: true })
  if (free) return { ...free, own: true }
  if (demo) return { address: nobodysAddress(system.family, `${system.id} ${refillId}`), own: false }
  const rested = await longestRested(tx, system.id, now)
  if (!rested) throw new Unavailable(`there is no receiving address left for ${system.id}`)
  return { address: rested, own: true }
}

/** The address whose request ran out unpaid before all others and has rested since. */
async function longestRested(tx: Db, systemId: string, now: Date): Promise<string | null> {
  const [rested] = await tx
    .select({ address: receivingAddresses.address })
    .from(receivingAddresses)
    .innerJoin(refills, eq(refills.id, receivingAddresses.refillId))
    .where(
      and(
        eq(receivingAddresses.systemId, systemId),
        eq(refills.status, 'timeout_expired'),
        lte(refills.expiresAt, new Date(now.getTime() - restDays * dayMs)),
      ),
    )
    .orderBy(asc(refills.expiresAt))
    .limit(1)
    .for('update', { of: receivingAddresses, skipLocked: true })
  return rested?.address ?? null
}

/** Binds the chosen address to its top-up, which is stored by now. */
export async function bindAddress(
  tx: Db,
  { newId, now }: FundsContext,
  { address, own }: ChosenAddress,
  { id: refillId, systemId }: { id: string; systemId: string },
): Promise<void> {
  if (own)
    await tx.update(receivingAddresses).set({ refillId }).where(eq(receivingAddresses.address, address))
  else
    await tx.insert(receivingAddresses).values({ id: newId(), systemId, address, refillId, createdAt: now })
}
