import { and, eq, lte, sql } from 'drizzle-orm'
import { type ActivityKind } from '~/contract/words'
import { networkOf } from '~/formats/network'
import { dayMs } from '../clock'
import { type Db } from '../db/connect'
import { deleteInBatches } from '../db/delete-in-batches'
import { placeholders, prepared } from '../db/prepared'
import { activity } from '../db/schema/activity'

/**
 * Records what was done in an account, for its owner to see. Invariants: what was done is recorded in its own
 * transaction, so that neither exists without the other; no value is a secret, and a wallet is masked; whoever has only
 * the name of an account can't fill its records, since refused attempts are counted together.
 */

/** The client of a request. */
export interface Origin {
  device: string | null
  address: string
}

export interface ActivityRecord {
  userId: string
  /** Real time. */
  at: Date
  kind: ActivityKind
  /** Null if the company did it. */
  origin: Origin | null
  values?: {
    amount?: string
    currency?: string
    toAmount?: string
    toCurrency?: string
    /** Masked. */
    wallet?: string
    network?: string
    sessions?: number
  }
  /** The entry that it made or changed, as the statement refers to it. */
  reference?: { kind: string; id: string }
}

/** Records what was done, in the transaction that does it. */
export async function recordActivity(tx: Db, newId: () => string, record: ActivityRecord): Promise<void> {
  const { origin, reference, values = {}, ...rest } = record
  await insertActivity(tx).execute({
    id: newId(),
    ...rest,
    outcome: 'done',
    device: origin?.device ?? null,
    address: origin?.address ?? null,
    lastAt: rest.at,
    values,
    referenceKind: reference?.kind ?? null,
    referenceId: reference?.id ?? null,
  })
}

const insertActivity = prepared('insert_activity', (db) => {
  const whatAndWhen = ['id', 'userId', 'at', 'lastAt', 'kind', 'outcome', 'values'] as const
  const whereFrom = ['device', 'address', 'referenceKind', 'referenceId'] as const
  return db.insert(activity).values(placeholders(...whatAndWhen, ...whereFrom))
})

/** So many networks have a record of their own in an hour; all others share one, which names none. */
export const networksAnHour = 5

/**
 * Records an attempt that was refused, in a transaction of its own. Those of one kind, network and hour have one record,
 * with their number: an hour adds at most `networksAnHour` + 1 records of a kind, however many attempts there are.
 */
export async function recordRefused(
  db: Db,
  newId: () => string,
  { userId, at, kind, origin }: { userId: string; at: Date; kind: ActivityKind; origin: Origin },
): Promise<void> {
  const hour = `${kind} ${at.toISOString().slice(0, 13)}`
  const counted = (name: string) => and(eq(activity.userId, userId), eq(activity.countedAs, name))
  const own = `${hour} ${networkOf(origin.address)}`
  await db.transaction(async (tx) => {
    // One after the other, so that attempts at the same moment make no more records than others do.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`refused ${userId}`}, 0))`)
    const isKnown = (await tx.$count(activity, counted(own))) > 0
    const ofHour = and(eq(activity.userId, userId), sql`starts_with(${activity.countedAs}, ${`${hour} `})`)
    const isShared = !isKnown && (await tx.$count(activity, ofHour)) >= networksAnHour
    await tx
      .insert(activity)
      .values({
        id: newId(),
        ...{ userId, at, lastAt: at, kind, values: {}, outcome: 'refused' },
        ...(isShared ? { device: null, address: null } : origin),
        countedAs: isShared ? `${hour} others` : own,
      })
      .onConflictDoUpdate({
        target: [activity.userId, activity.countedAs],
        set: { times: sql`${activity.times} + 1`, lastAt: at },
      })
  })
}

/** How long records are kept: docs/decisions/activity.md. */
const keptDays = 365

/** Deletes records that are too old. */
export async function forgetActivity(db: Db, now: Date): Promise<void> {
  await deleteInBatches(db, activity, lte(activity.at, new Date(now.getTime() - keptDays * dayMs)))
}

/** Deletes all that is recorded of an account. */
export async function eraseActivity(tx: Db, userId: string): Promise<void> {
  await tx.delete(activity).where(eq(activity.userId, userId))
}
