/**
 * Addresses that top-ups are paid to. What must stay true: an address serves one top-up, so that what arrives on it is
 * known to be its own; only a demonstration gives out addresses that belong to nobody.
 */
import { and, asc, eq, isNull } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { type paymentSystems } from '../db/schema/settings'
import { receivingAddresses } from '../db/schema/transfers'
import { nobodysAddress } from '../domain/addresses'
import { type FundsContext } from './context'

export type SystemRow = typeof paymentSystems.$inferSelect

export interface ChosenAddress {
  address: string
  /** The company's own, from the table; else the demonstration's, which is not in it yet. */
  own: boolean
}

/** An address for a top-up that is about to be stored. Throws when the company has none left. */
export async function chooseAddress(
  tx: Db,
  { demo }: FundsContext,
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
  if (!demo) throw new Error(`there is no receiving address left for ${system.id}`)
  return { address: nobodysAddress(system.family, `${system.id} ${refillId}`), own: false }
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
