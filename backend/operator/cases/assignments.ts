import { and, eq, gt, inArray, not, or } from 'drizzle-orm'
import { type CaseQueue } from '~/contract/extensions/operator/cases'
import { hourMs } from '../../clock'
import { type Db } from '../../db/connect'
import { caseAssignments } from '../../db/schema/operator'
import { users } from '../../db/schema/users'
import { Refusal } from '../../domain/refusal'
import { type OperatorContext, recordAudit } from '../audit'
import { type CaseSubject, kindOf, ownerOf, refuseDecided } from './subjects'

/**
 * Operators take cases, so that no two work on one. Invariants: nobody decides on a case that another operator has taken;
 * an assignment ends after half an hour of real time, and with the decision.
 */

export const assignmentMs = hourMs / 2

export interface Assignment {
  operatorId: string
  by: string
  at: Date
}

/** The assignment that counts now; null if nobody has taken the case. */
export async function assignmentOf(
  db: Db,
  { queue, id }: CaseSubject,
  realNow: Date,
): Promise<Assignment | null> {
  const [assignment] = await db
    .select({ operatorId: caseAssignments.operatorId, by: users.login, at: caseAssignments.takenAt })
    .from(caseAssignments)
    .innerJoin(users, eq(users.id, caseAssignments.operatorId))
    .where(and(ofCase({ queue, id }), isLive(realNow)))
  return assignment ?? null
}

/**
 * Takes a case; taking it again renews the assignment.
 * @param request.over takes it even if another operator has it
 * @throws Refusal not_found, already_decided, case_taken
 */
export async function takeCase(
  tx: Db,
  operator: OperatorContext,
  { over, ...subject }: CaseSubject & { over?: boolean },
): Promise<Assignment> {
  await refuseDecided(tx, subject)
  const before = await assignmentOf(tx, subject, operator.realNow)
  const { queue, id } = subject
  const assignment = { operatorId: operator.operatorId!, takenAt: operator.realNow } // an operator's call has one
  const mayReplace = or(eq(caseAssignments.operatorId, assignment.operatorId), not(isLive(operator.realNow)))
  // Two that take it at once meet at the row: the second sees the first one's assignment.
  const [taken] = await tx
    .insert(caseAssignments)
    .values({ queue, subjectId: id, ...assignment })
    .onConflictDoUpdate({
      target: [caseAssignments.queue, caseAssignments.subjectId],
      set: assignment,
      setWhere: over ? undefined : mayReplace,
    })
    .returning()
  const now = await assignmentOf(tx, subject, operator.realNow)
  if (!taken) throw takenBy(now!)
  await recordAudit(tx, operator, { verb: before && over ? 'take_over' : 'take', kind: kindOf(queue), id })
  return now!
}

/** Gives a case back. Nothing happens if nobody has it. @throws Refusal not_found, case_taken */
export async function releaseCase(tx: Db, operator: OperatorContext, subject: CaseSubject): Promise<void> {
  await ownerOf(tx, subject)
  await refuseOthersAssignment(tx, operator, subject)
  await endAssignment(tx, subject)
  await recordAudit(tx, operator, { verb: 'release', kind: kindOf(subject.queue), id: subject.id })
}

/** Before a decision. @throws Refusal case_taken */
export async function refuseOthersAssignment(
  tx: Db,
  { operatorId, realNow }: Pick<OperatorContext, 'operatorId' | 'realNow'>,
  subject: CaseSubject,
): Promise<void> {
  const assignment = await assignmentOf(tx, subject, realNow)
  if (assignment && assignment.operatorId !== operatorId) throw takenBy(assignment)
}

/** With the decision. */
export async function endAssignment(tx: Db, subject: CaseSubject): Promise<void> {
  await tx.delete(caseAssignments).where(ofCase(subject))
}

/** A page of a queue, with who has taken which of its cases. */
export async function withAssignees<Item extends { id: string }, List extends { items: Item[] }>(
  db: Db,
  queue: CaseQueue,
  list: List,
  realNow: Date,
): Promise<List & { items: (Item & { takenBy: string | null })[] }> {
  const ids = list.items.map(({ id }) => id)
  const rows = await db
    .select({ id: caseAssignments.subjectId, by: users.login })
    .from(caseAssignments)
    .innerJoin(users, eq(users.id, caseAssignments.operatorId))
    .where(and(eq(caseAssignments.queue, queue), inArray(caseAssignments.subjectId, ids), isLive(realNow)))
  const assignments = new Map(rows.map(({ id, by }) => [id, by]))
  return {
    ...list,
    items: list.items.map((item) => ({ ...item, takenBy: assignments.get(item.id) ?? null })),
  }
}

export const isLive = (realNow: Date) =>
  gt(caseAssignments.takenAt, new Date(realNow.getTime() - assignmentMs))

const ofCase = ({ queue, id }: CaseSubject) =>
  and(eq(caseAssignments.queue, queue), eq(caseAssignments.subjectId, id))

const takenBy = ({ by }: Assignment) => new Refusal('case_taken', { params: { by } })
