/**
 * The devices, documents and networks that an account was seen with, by which the operator finds accounts of one
 * person. Invariants: a value can be compared but not read, since it is a keyed hash; it is deleted with the account,
 * or half a year after it was last seen.
 */
import { and, eq, lte, ne, sql } from 'drizzle-orm'
import { networkOf } from '~/formats/network'
import { dayMs } from '../clock'
import { type Db } from '../db/connect'
import { accountTraces, type traceKinds } from '../db/schema/rewards'
import { type Services } from '../services'

/** How long a device or a network counts that is not seen again. */
const keptDays = 180

/** Without blanks and in one case: as the same document is typed twice. */
const foldNumber = (number: string): string => number.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')

type TraceKind = (typeof traceKinds)[number]

/** Notes where a sign-in came from: the network of its address, and the device where the client names one. */
export async function noteSignIn(
  { db, seal, realClock }: Pick<Services, 'db' | 'seal' | 'realClock'>,
  { userId, address, deviceId }: { userId: string; address: string; deviceId: string | null },
): Promise<void> {
  const at = realClock.now()
  await note(db, { userId, kind: 'network', value: seal.fingerprint('network', networkOf(address)), at })
  if (deviceId === null) return
  await note(db, { userId, kind: 'device', value: seal.fingerprint('device', deviceId), at })
}

/** Whether the account was signed in to from this device. Who has never used it can't name it: the id is random. */
export async function isSignInDevice(
  { db, seal }: Pick<Services, 'db' | 'seal'>,
  { userId, deviceId }: { userId: string; deviceId: string | null },
): Promise<boolean> {
  if (deviceId === null) return false
  const { kind, value } = accountTraces
  const found = await db.$count(
    accountTraces,
    and(
      eq(accountTraces.userId, userId),
      eq(kind, 'device'),
      eq(value, seal.fingerprint('device', deviceId)),
    ),
  )
  return found > 0
}

/** Notes the number of a document, in the transaction that stores it sealed. */
export function noteDocument(
  tx: Db,
  { seal }: Pick<Services, 'seal'>,
  { userId, number, at }: { userId: string; number: string; at: Date },
): Promise<void> {
  return note(tx, { userId, kind: 'document', value: seal.fingerprint('document', foldNumber(number)), at })
}

async function note(
  db: Db,
  { userId, kind, value, at }: { userId: string; kind: TraceKind; value: string; at: Date },
): Promise<void> {
  await db
    .insert(accountTraces)
    .values({ userId, kind, value, firstAt: at, lastAt: at })
    .onConflictDoUpdate({
      target: [accountTraces.userId, accountTraces.kind, accountTraces.value],
      set: { times: sql`${accountTraces.times} + 1`, lastAt: at },
    })
}

/** Forgets devices and networks that were not seen for long; a document goes with its papers. */
export async function forgetTraces(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptDays * dayMs)
  await db
    .delete(accountTraces)
    .where(and(ne(accountTraces.kind, 'document'), lte(accountTraces.lastAt, before)))
}

/** Forgets all that an account was seen with. */
export async function eraseTraces(tx: Db, userId: string): Promise<void> {
  await tx.delete(accountTraces).where(eq(accountTraces.userId, userId))
}
