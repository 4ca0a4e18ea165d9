import { and, eq, gt, inArray, not, or } from 'drizzle-orm'
import { type CaseQueue } from '~/contract/extensions/operator/cases'
import { hourMs } from '../../clock'
import { type Db } from '../../db/connect'
import { caseClaims } from '../../db/schema/operator'
import { users } from '../../db/schema/users'
import { Refusal } from '../../domain/refusal'
import { type OperatorContext, recordAudit } from '../audit'
import { type CaseSubject, kindOf, ownerOf, refuseDecided } from './subjects'

/**
 * Operators take cases, so that no two work on one. Invariants: nobody decides on a case that another operator has taken;
 * a claim ends after half an hour of real time, and with the decision.
 */

export const claimMs = hourMs / 2

export interface Claim {
  operatorId: string
  by: string
  at: Date
}

/** The claim that counts now; null if nobody has taken the case. */
export async function claimOf(db: Db, { queue, id }: CaseSubject, realNow: Date): Promise<Claim | null> {
  const [claim] = await db
    .select({ operatorId: caseClaims.operatorId, by: users.login, at: caseClaims.takenAt })
    .from(caseClaims)
    .innerJoin(users, eq(users.id, caseClaims.operatorId))
    .where(and(ofCase({ queue, id }), isLive(realNow)))
  return claim ?? null
}

/**
 * Takes a case; taking it again renews the claim.
 * @param request.over takes it even if another operator has it
 * @throws Refusal not_found, already_decided, case_taken
 */
export async function takeCase(
  tx: Db,
  operator: OperatorContext,
  { over, ...subject }: CaseSubject & { over?: boolean },
): Promise<Claim> {
  await refuseDecided(tx, subject)
  const before = await claimOf(tx, subject, operator.realNow)
  const { queue, id } = subject
  const claim = { operatorId: operator.operatorId!, takenAt: operator.realNow } // an operator's call has one
  const mayReplace = or(eq(caseClaims.operatorId, claim.operatorId), not(isLive(operator.realNow)))
  // Two that take it at once meet at the row: the second sees the first one's claim.
  const [taken] = await tx
    .insert(caseClaims)
    .values({ queue, subjectId: id, ...claim })
    .onConflictDoUpdate({
      target: [caseClaims.queue, caseClaims.subjectId],
      set: claim,
      setWhere: over ? undefined : mayReplace,
    })
    .returning()
  const now = await claimOf(tx, subject, operator.realNow)
  if (!taken) throw takenBy(now!)
  await recordAudit(tx, operator, { verb: before && over ? 'take_over' : 'take', kind: kindOf(queue), id })
  return now!
}

/** Gives a case back. Nothing happens if nobody has it. @throws Refusal not_found, case_taken */
export async function releaseCase(tx: Db, operator: OperatorContext, subject: CaseSubject): Promise<void> {
  await ownerOf(tx, subject)
  await refuseOthersClaim(tx, operator, subject)
  await endClaim(tx, subject)
  await recordAudit(tx, operator, { verb: 'release', kind: kindOf(subject.queue), id: subject.id })
}

/** Before a decision. @throws Refusal case_taken */
export async function refuseOthersClaim(
  tx: Db,
  { operatorId, realNow }: Pick<OperatorContext, 'operatorId' | 'realNow'>,
  subject: CaseSubject,
): Promise<void> {
  const claim = await claimOf(tx, subject, realNow)
  if (claim && claim.operatorId !== operatorId) throw takenBy(claim)
}

/** With the decision. */
export async function endClaim(tx: Db, subject: CaseSubject): Promise<void> {
  await tx.delete(caseClaims).where(ofCase(subject))
}

/** A page of a queue, with who has taken which of its cases. */
export async function withClaims<Item extends { id: string }, List extends { items: Item[] }>(
  db: Db,
  queue: CaseQueue,
  list: List,
  realNow: Date,
): Promise<List & { items: (Item & { takenBy: string | null })[] }> {
  const ids = list.items.map(({ id }) => id)
  const rows = await db
    .select({ id: caseClaims.subjectId, by: users.login })
    .from(caseClaims)
    .innerJoin(users, eq(users.id, caseClaims.operatorId))
    .where(and(eq(caseClaims.queue, queue), inArray(caseClaims.subjectId, ids), isLive(realNow)))
  const claims = new Map(rows.map(({ id, by }) => [id, by]))
  return { ...list, items: list.items.map((item) => ({ ...item, takenBy: claims.get(item.id) ?? null })) }
}

export const isLive = (realNow: Date) => gt(caseClaims.takenAt, new Date(realNow.getTime() - claimMs))

const ofCase = ({ queue, id }: CaseSubject) => and(eq(caseClaims.queue, queue), eq(caseClaims.subjectId, id))

const takenBy = ({ by }: Claim) => new Refusal('case_taken', { params: { by } })
