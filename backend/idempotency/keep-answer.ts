import { createHash } from 'node:crypto'
import { and, eq, gt, lte, or } from 'drizzle-orm'
import { type contract } from '~/contract'
import { type CallOutput } from '~/contract/call'
import { hourMs } from '../clock'
import { type Db } from '../db/connect'
import { deleteInBatches } from '../db/delete-in-batches'
import { keptAnswers } from '../db/schema/access'
import { Refusal } from '../domain/refusal'
import { createSeal } from '../storage/seal'
import { type Answer, type Answered, sortedJson } from './answer-once'

/**
 * Answers of calls that need no idempotency key and carried one, such as a message or a sign-in: a client whose answer was
 * lost asks for it, and one that sends the call twice gets the first answer again. Invariants: an answer is found and
 * opened with its key alone, which is not stored, since it may hold a bearer and its caller need not be known; a refusal
 * is kept to be asked for, and the same call under its key is tried anew. Unlike that of a keyed call, the answer is
 * stored after the effect: one whose process is killed between the two counts as running until the key expires.
 */

/** A client asks at once: its reader waits. */
const keptMs = hourMs

/** Longer answers are files for their reader, who can have them made again. */
const maxKeptBytes = 64 * 1024

interface CallWithKey {
  key: string
  /** The contract's name of the call, such as `inquiries.message`. */
  call: string
  /** The request as the schemas parsed it, without credentials. */
  request: unknown
  now: Date
  run: () => Promise<Answer>
  /** The answer to a refused call. */
  refuse: (refusal: Refusal) => Answer
}

const { keyHash: ofKey, expiresAt, refused } = keptAnswers
const hashOf = (key: string) => createHash('sha256').update(key).digest('hex')

/**
 * Runs the call, or returns the first answer of its key.
 * @throws Refusal in_progress while the first one runs, idempotency_mismatch for a key that was used for something else
 */
export async function keepAnswer(db: Db, { key, call, now, ...called }: CallWithKey): Promise<Answered> {
  const seal = createSeal(Buffer.from(key))
  const keyHash = hashOf(key)
  const request = seal.fingerprint('request', sortedJson([call, called.request]))
  const row = { call, request, answer: null, refused: false, expiresAt: new Date(now.getTime() + keptMs) }
  const { rowCount } = await db
    .insert(keptAnswers)
    .values({ keyHash, ...row })
    .onConflictDoUpdate({ target: ofKey, set: row, setWhere: or(lte(expiresAt, now), refused) })
  if (rowCount !== 1) return firstAnswer(db, { keyHash, request, seal, now })

  const isKey = eq(ofKey, keyHash)
  async function keep({ status, body }: Answer, isRefused: boolean): Promise<void> {
    const text = JSON.stringify({ status, body })
    const answer = Buffer.byteLength(text) > maxKeptBytes ? null : seal.seal(text, keyHash)
    if (answer === null) await db.delete(keptAnswers).where(isKey)
    else await db.update(keptAnswers).set({ answer, refused: isRefused }).where(isKey)
  }
  let answer: Answer
  try {
    answer = await called.run()
  } catch (error) {
    if (error instanceof Refusal) await keep(called.refuse(error), true)
    else await db.delete(keptAnswers).where(isKey)
    throw error
  }
  await keep(answer, false)
  return { ...answer, replayed: false }
}

type Seal = ReturnType<typeof createSeal>

/** The answer that the key has already. */
async function firstAnswer(
  db: Db,
  { keyHash, request, seal, now }: { keyHash: string; request: string; seal: Seal; now: Date },
): Promise<Answered> {
  const row = await rowOf(db, keyHash, now)
  // A call that fails gives its key back: it may be gone by now.
  if (!row || row.answer === null) throw new Refusal('in_progress')
  if (row.request !== request) throw new Refusal('idempotency_mismatch')
  return { ...opened(seal, row.answer, keyHash), replayed: true }
}

/**
 * What became of a call that carried the key.
 * @throws Refusal not_found for a key that was never seen, or whose call has failed
 */
export async function keptAnswer(
  db: Db,
  { key, now }: { key: string; now: Date },
): Promise<CallOutput<typeof contract.answers.one>> {
  const keyHash = hashOf(key)
  const row = await rowOf(db, keyHash, now)
  if (!row) throw new Refusal('not_found')
  if (row.answer === null) return { state: 'running', status: null, body: null }
  const state = row.refused ? 'refused' : 'done'
  return { state, ...opened(createSeal(Buffer.from(key)), row.answer, keyHash) }
}

async function rowOf(db: Db, keyHash: string, now: Date) {
  const [row] = await db
    .select()
    .from(keptAnswers)
    .where(and(eq(ofKey, keyHash), gt(expiresAt, now)))
  return row
}

const opened = (seal: Seal, answer: string, keyHash: string) =>
  JSON.parse(seal.open(answer, keyHash)) as Answer

/** Deletes expired answers. */
export const forgetKept = (db: Db, now: Date): Promise<number> =>
  deleteInBatches(db, keptAnswers, lte(expiresAt, now))
