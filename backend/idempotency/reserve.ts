import { randomUUID } from 'node:crypto'
import { and, eq, lte, sql } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { idempotencyReservations } from '../db/schema/access'

/**
 * The reservation of a key while its call does something slow without a connection. Invariants: a key has one reservation
 * at most; who says that nothing runs under a key takes away what is left of an expired one first, so that a call which
 * was slower than its reservation has no effect after that.
 */

/** Longer than anything that a call does outside its transaction. */
export const reservedMs = 60_000

const { userId: ofUser, key: ofKey, holder: ofHolder, expiresAt } = idempotencyReservations

interface KeyOfUser {
  userId: string
  key: string
}

const isKey = ({ userId, key }: KeyOfUser) => and(eq(ofUser, userId), eq(ofKey, key))

/** Reserves a key, also in the place of an expired reservation. Null while another call has it. */
export async function reserve(db: Db, { userId, key }: KeyOfUser, now: Date): Promise<string | null> {
  const row = { userId, key, holder: randomUUID(), expiresAt: new Date(now.getTime() + reservedMs) }
  const { rowCount } = await db
    .insert(idempotencyReservations)
    .values(row)
    .onConflictDoUpdate({
      target: [ofUser, ofKey],
      set: { holder: row.holder, expiresAt: row.expiresAt },
      setWhere: lte(expiresAt, now),
    })
  return rowCount === 1 ? row.holder : null
}

/** Ends the holder's reservation; false if it has none any more. */
export async function release(db: Db, reserved: KeyOfUser & { holder: string }): Promise<boolean> {
  const { rowCount } = await db
    .delete(idempotencyReservations)
    .where(and(isKey(reserved), eq(ofHolder, reserved.holder)))
  return rowCount === 1
}

/** Whether a call has the key reserved. An expired reservation is taken away. */
export async function isReserved(db: Db, reserved: KeyOfUser, now: Date): Promise<boolean> {
  await db.delete(idempotencyReservations).where(and(isKey(reserved), lte(expiresAt, now)))
  const found = await db
    .select({ one: sql`1` })
    .from(idempotencyReservations)
    .where(isKey(reserved))
  return found.length > 0
}

/** Takes away all expired reservations. */
export async function forgetReservations(db: Db, now: Date): Promise<void> {
  await db.delete(idempotencyReservations).where(lte(expiresAt, now))
}
