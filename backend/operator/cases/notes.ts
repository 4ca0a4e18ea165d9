import { and, desc, eq } from 'drizzle-orm'
import { type Noted } from '~/contract/extensions/operator/cases'
import { notesPerPage } from '~/contract/extensions/operator/notes'
import { type Db } from '../../db/connect'
import { caseNotes } from '../../db/schema/operator'
import { users } from '../../db/schema/users'
import { Refusal } from '../../domain/refusal'
import { paging } from '../../funds/pages'
import { type OperatorContext, recordAudit } from '../audit'
import { lockInvestor } from '../lock-investor'
import { type CaseSubject, kindOf, lockCase, ownerOf } from './subjects'

/** What operators write to each other about a case or an investor, who never reads it. */

export interface NoteSubject {
  queue: Noted
  id: string
}

/**
 * Adds a note. The same words by the same operator, twice in a row, are one note: the form was sent twice.
 * @returns the note's id
 * @throws Refusal not_found, also for a case of an account that was erased
 */
export async function addNote(
  tx: Db,
  operator: OperatorContext,
  { text, queue, id: subjectId }: NoteSubject & { text: string },
): Promise<string> {
  if (queue === 'investors') await lockInvestor(tx, subjectId)
  else await lockCaseOfPerson(tx, { queue, id: subjectId })
  const [newest] = await tx
    .select()
    .from(caseNotes)
    .where(and(eq(caseNotes.queue, queue), eq(caseNotes.subjectId, subjectId)))
    .orderBy(desc(caseNotes.createdAt), desc(caseNotes.id))
    .limit(1)
  if (newest?.text === text && newest.operatorId === operator.operatorId) return newest.id
  const [id, operatorId] = [operator.newId(), operator.operatorId!] // an operator's call has one
  await tx.insert(caseNotes).values({ id, queue, subjectId, operatorId, text, createdAt: operator.now })
  await recordAudit(tx, operator, {
    verb: 'note',
    kind: queue === 'investors' ? 'user' : kindOf(queue),
    id: subjectId,
  })
  return id
}

/** Nothing is written about a person who was erased. */
async function lockCaseOfPerson(tx: Db, subject: CaseSubject): Promise<void> {
  await lockCase(tx, subject)
  const ownerId = await ownerOf(tx, subject)
  if (ownerId === null) return
  const [owner] = await tx
    .select({ erasedAt: users.erasedAt })
    .from(users)
    .where(eq(users.id, ownerId))
    .for('share')
  if (owner?.erasedAt) throw new Refusal('not_found')
}

/** A page of the notes on a case or an investor, newest first, and how many there are in all. */
export async function notesOf(db: Db, { queue, id }: NoteSubject, page = 1) {
  const ofSubject = and(eq(caseNotes.queue, queue), eq(caseNotes.subjectId, id))
  const { limit, offset } = paging({ page, limit: notesPerPage })
  const rows = await db
    .select({ id: caseNotes.id, by: users.login, text: caseNotes.text, at: caseNotes.createdAt })
    .from(caseNotes)
    .innerJoin(users, eq(users.id, caseNotes.operatorId))
    .where(ofSubject)
    .orderBy(desc(caseNotes.createdAt), desc(caseNotes.id))
    .limit(limit)
    .offset(offset)
  const noteCount = await db.$count(caseNotes, ofSubject)
  return { notes: rows.map((row) => ({ ...row, at: row.at.toISOString() })), noteCount }
}
