/**
 * Addresses that top-ups are paid to. Invariants: an investor has one address of each payment system, whatever
 * they ask for and however often at once, so asking again takes nothing from anybody; one that was ever paid to is that
 * investor's for good. One that was only asked for serves another investor after a rest that is longer than any network
 * keeps a transfer waiting, and before a fresh one is taken. Only a demonstration gives out addresses that belong to nobody.
 */
import { and, asc, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { dayMs } from '../clock'
import { type Db } from '../db/connect'
import { paymentSystems } from '../db/schema/settings'
import { receivingAddresses } from '../db/schema/transfers'
import { nobodysAddress } from '../domain/addresses'
import { Unavailable } from '../domain/refusal'
import { type FundsContext } from './context'

export type SystemRow = typeof paymentSystems.$inferSelect

/** Rest of an address that was never paid to; a network forgets a transfer that nobody takes up within two weeks. */
export const restDays = 30

/**
 * The address that an investor pays to, bound to that investor and held at least until `expiresAt` and a rest after it.
 * The caller has locked the account: of two requests at once the second finds the address of the first.
 * @throws Unavailable when the company has none left
 */
export async function addressFor(
  tx: Db,
  context: FundsContext,
  system: SystemRow,
  { userId, expiresAt }: { userId: string; expiresAt: Date },
): Promise<string> {
  const { systemId, address, restsFrom, retired } = receivingAddresses
  const [own] = await tx
    .update(receivingAddresses)
    .set({ restsFrom: sql`greatest(${restsFrom}, ${expiresAt.toISOString()}::timestamptz)` })
    .where(and(eq(systemId, system.id), eq(receivingAddresses.userId, userId), eq(retired, false)))
    .returning({ address })
  if (own) return own.address

  const { demo, now, newId } = context
  // A demonstration has as many as it wants: nobody's address is taken from anyone.
  const free = (demo ? null : await longestRested(tx, system.id, now)) ?? (await oldestFresh(tx, system.id))
  const bound = { userId, restsFrom: expiresAt, retired: false }
  if (free) {
    await tx.update(receivingAddresses).set(bound).where(eq(address, free))
    return free
  }
  if (!demo) throw new Unavailable(`there is no receiving address left for ${system.id}`)
  const made = nobodysAddress(system.family, `${system.id} ${userId}`)
  const row = { id: newId(), systemId: system.id, address: made, createdAt: now, ...bound }
  await tx.insert(receivingAddresses).values(row)
  return made
}

/** Something arrived for the investor, or was decided on: the address is theirs for good, if it still is theirs. */
export async function keepAddress(
  tx: Db,
  { wallet, userId }: { wallet: string; userId: string },
  now: Date,
): Promise<void> {
  const { address, keptSince } = receivingAddresses
  await tx
    .update(receivingAddresses)
    .set({ keptSince: now })
    .where(and(eq(address, wallet), eq(receivingAddresses.userId, userId), isNull(keptSince)))
}

export interface AddressSupply {
  systemId: string
  title: string
  /** Addresses that the next investors can be given: fresh ones, and those that have rested long enough. */
  free: number
}

/**
 * How many addresses are left of each payment system that takes top-ups, in the company's order. A demonstration tells of
 * those that it has in stock alone, since it makes up the others.
 */
export async function addressSupply(
  db: Db,
  { now, demo }: Pick<FundsContext, 'now' | 'demo'>,
): Promise<AddressSupply[]> {
  const { id, title, position, refillEnabled } = paymentSystems
  const { systemId, userId } = receivingAddresses
  const free = demo ? isNull(userId) : sql`(${userId} is null or ${hasRested(now)})`
  const rows = await db
    .select({
      systemId: id,
      title,
      free: sql<number>`count(*) filter (where ${receivingAddresses.id} is not null and ${free})::int`,
    })
    .from(paymentSystems)
    .leftJoin(receivingAddresses, eq(systemId, id))
    .where(eq(refillEnabled, true))
    .groupBy(id)
    .orderBy(asc(position), asc(id))
  return demo ? rows.filter((row) => row.free > 0) : rows
}

const hasRested = (now: Date) =>
  and(
    isNotNull(receivingAddresses.userId),
    isNull(receivingAddresses.keptSince),
    lte(receivingAddresses.restsFrom, new Date(now.getTime() - restDays * dayMs)),
  )

/** The address that was never paid to and has rested longest. One that its investor asks for just now is passed over. */
async function longestRested(tx: Db, system: string, now: Date): Promise<string | null> {
  const { address, systemId, restsFrom } = receivingAddresses
  const [rested] = await tx
    .select({ address })
    .from(receivingAddresses)
    .where(and(eq(systemId, system), hasRested(now)))
    .orderBy(asc(restsFrom))
    .limit(1)
    .for('update', { skipLocked: true })
  return rested?.address ?? null
}

async function oldestFresh(tx: Db, system: string): Promise<string | null> {
  const { address, systemId, userId, createdAt } = receivingAddresses
  const [fresh] = await tx
    .select({ address })
    .from(receivingAddresses)
    .where(and(eq(systemId, system), isNull(userId)))
    .orderBy(asc(createdAt))
    .limit(1)
    .for('update', { skipLocked: true })
  return fresh?.address ?? null
}
