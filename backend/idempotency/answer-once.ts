import { createHash } from 'node:crypto'
import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { type ErrorCode, passwordErrors, stepUpErrors } from '~/contract/errors'
import { dayMs } from '../clock'
import { type Db } from '../db/connect'
import { deleteInBatches } from '../db/delete-in-batches'
import { placeholders, prepared } from '../db/prepared'
import { idempotencyKeys } from '../db/schema/access'
import { together } from '../db/together'
import { Refusal } from '../domain/refusal'
import { acquire } from './acquire'
import { forgetReservations, release, reserve } from './reserve'

/**
 * Keyed calls run once. Invariants: the effect of a call and the stored answer of its key are committed in one
 * transaction, so that a kill at any moment leaves both or neither; a refusal is stored like an answer, and its effect
 * is undone; an internal failure is not stored, nor is a temporary refusal, so that the call can be tried again with
 * the same key.
 */

const ttlMs = dayMs

/**
 * Thrown by a keyed call in its transaction when something slow has to be done first, such as verifying a password and
 * sending a code, or asking another server. What it did is rolled back, `run` is carried out without a connection
 * while the key stays reserved, and the call runs again with what `run` resolved to. A refusal by `run` is the answer
 * and is not stored.
 */
export class OutsideFirst extends Error {
  override name = 'OutsideFirst'
  constructor(readonly run: () => Promise<unknown>) {
    super('a keyed call has something to do before its transaction')
  }
}

/**
 * A key does not cover the password or the step-up: with the right one the same call succeeds under the same key. Nor
 * does it cover what the clock or an operator lifts.
 */
const passesByItself: ReadonlySet<ErrorCode> = new Set([
  'too_many_requests',
  'wallet_not_listed',
  'wallet_resting',
  'withdrawals_stopped',
  'withdrawals_resting',
  'payment_resting',
  'withdrawals_frozen',
  ...passwordErrors,
  ...stepUpErrors,
])

export interface Answer {
  status: number
  body: unknown
}

export interface KeyedCall {
  userId: string
  key: string
  /** The contract's name of the call, such as `deposits.create`. */
  call: string
  /** The request as the schemas parsed it. */
  request: unknown
  /** Real time: a key is valid for 24 h, regardless of the demonstration's clock. */
  now: Date
  /**
   * Runs the call. If it throws, its effect is undone.
   * @param outside what its `OutsideFirst` resolved to; undefined before that
   */
  run(tx: Db, outside?: unknown): Promise<Answer>
  /** Puts a refusal into an answer. */
  refuse(refusal: Refusal): Answer
}

/**
 * Runs the call, or returns the first answer of its key.
 * @throws Refusal in_progress while the first one runs, idempotency_mismatch for a key that was used for something else
 */
export async function answerOnce(db: Db, keyed: KeyedCall): Promise<Answered> {
  const answered = await attempt(db, keyed)
  if (!('first' in answered)) return answered
  const { first, holder } = answered
  const reserved = { userId: keyed.userId, key: keyed.key, holder }
  try {
    const outside = await first.run()
    const last = await attempt(db, {
      ...keyed,
      async run(tx) {
        // In the transaction of the effect: a call that has lost its key has none.
        if (!(await release(tx, reserved))) throw new ReservationLost()
        return keyed.run(tx, outside)
      },
    })
    if ('first' in last) throw new Error('a keyed call wants to do something outside twice')
    return last
  } catch (error) {
    throw error instanceof ReservationLost ? new Refusal('in_progress') : error
  } finally {
    // One that can't be given back expires, and is no reason to hide how the call has ended.
    await release(db, reserved).catch(() => {})
  }
}

export type Answered = Answer & { replayed: boolean }

interface Reserved {
  first: OutsideFirst
  holder: string
}

/** The call was slower than its reservation: somebody was told that it does not run, or another one has taken its place. */
class ReservationLost extends Error {}

async function attempt(db: Db, keyed: KeyedCall): Promise<Answered | Reserved> {
  const { userId, key, call, now } = keyed
  const requestHash = hashOf([call, keyed.request])
  return db.transaction(async (tx) => {
    // Sent together and in this order, so that what the lock waited for is seen.
    const [isAcquired, [first]] = await together([
      acquire(tx, userId, key),
      answerOfKey(tx).execute({ userId, key, now }),
    ])
    if (!isAcquired) throw new Refusal('in_progress')
    if (first) {
      if (first.requestHash !== requestHash) throw new Refusal('idempotency_mismatch')
      return { status: first.status, body: first.body, replayed: true }
    }

    const ran = await run(tx, keyed)
    if (ran instanceof OutsideFirst) {
      // With the lock held, so that the key is not free for a moment.
      const holder = await reserve(tx, keyed, now)
      if (holder === null) throw new Refusal('in_progress')
      return { first: ran, holder }
    }
    await store(tx, { userId, key, call, requestHash, state: ran.state, ...ran.answer, createdAt: now })
    return { ...ran.answer, replayed: false }
  })
}

const answerOfKey = prepared('answer_of_key', (db) =>
  db
    .select()
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.userId, sql.placeholder('userId')),
        eq(idempotencyKeys.key, sql.placeholder('key')),
        gt(idempotencyKeys.expiresAt, sql.placeholder('now')),
      ),
    ),
)

const storeAnswer = prepared('store_answer', (db) => {
  const given = ['call', 'requestHash', 'state', 'status', 'body', 'createdAt', 'expiresAt'] as const
  return db
    .insert(idempotencyKeys)
    .values(placeholders('userId', 'key', ...given))
    .onConflictDoUpdate({
      target: [idempotencyKeys.userId, idempotencyKeys.key],
      set: Object.fromEntries(given.map((name) => [name, excluded(idempotencyKeys[name])])),
      setWhere: lte(idempotencyKeys.expiresAt, sql`excluded.created_at`),
    })
})

/** The value that an insert would have given, had there been no such row. */
const excluded = ({ name }: { name: string }) => sql`excluded.${sql.identifier(name)}`

/** Stores the answer of a key, in the place of one that has expired. Throws where there is one that has not. */
async function store(tx: Db, row: Omit<typeof idempotencyKeys.$inferInsert, 'expiresAt'>): Promise<void> {
  const { createdAt, userId, key } = row
  const expiresAt = new Date(createdAt.getTime() + ttlMs)
  const { rowCount } = await storeAnswer(tx).execute({ ...row, expiresAt })
  if (rowCount !== 1) throw new Error(`the key ${key} of ${userId} has an answer already`)
}

/** In a savepoint, so that a refusal undoes what the call had done and the answer can still be written. */
async function run(
  tx: Db,
  keyed: KeyedCall,
): Promise<{ state: 'done' | 'refused'; answer: Answer } | OutsideFirst> {
  try {
    return { state: 'done', answer: await tx.transaction((effect) => keyed.run(effect)) }
  } catch (error) {
    if (error instanceof OutsideFirst) return error
    if (!(error instanceof Refusal) || passesByItself.has(error.code)) throw error
    return { state: 'refused', answer: keyed.refuse(error) }
  }
}

/** Deletes expired answers and reservations. Returns how many answers. */
export async function forgetExpired(db: Db, now: Date): Promise<number> {
  await forgetReservations(db, now)
  return deleteInBatches(db, idempotencyKeys, lte(idempotencyKeys.expiresAt, now))
}

/** The same for the same values, in any order of their names. */
const hashOf = (value: unknown): string => createHash('sha256').update(sortedJson(value)).digest('hex')

/** JSON with the names of each object in order. */
export const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
