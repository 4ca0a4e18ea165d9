import { type SQL, and, eq, inArray, isNull } from 'drizzle-orm'
import { type contract } from '~/contract'
import { type CallOutput } from '~/contract/call'
import { type Language } from '~/contract/languages'
import { openDocument } from '../accounts/stored-files'
import { type Db } from '../db/connect'
import { type Texts } from '../db/schema/columns'
import { inquiries } from '../db/schema/operator'
import { storedFiles } from '../db/schema/people'
import { settings } from '../db/schema/settings'
import { Refusal } from '../domain/refusal'
import { type ListQuery, paging } from '../funds/pages'
import { postMessage } from '../outbox/outbox'
import { type Services } from '../services'
import { type Attachment } from '../storage/storage'
import { type OperatorContext, recordAudit } from './audit'
import { pageOfCases } from './case-search'
import { type DecisionInput, oneOfDecisions } from './decisions'
import { orderOfInquiries, searchedInquiries } from './inquiries'

/**
 * Applications for vacancies, and the answers to them. Invariants: nobody opens a résumé without a record of who and
 * when; an application is answered once.
 */

type Applications = CallOutput<typeof contract.operator.applications>
type Application = Applications['items'][number]

type Row = typeof inquiries.$inferSelect

interface Reader {
  language: Language
}

export const isApplication = eq(inquiries.kind, 'application')

/** Applications, newest first; a search finds whole words of the applicant and the letter, or the beginning of an e-mail or a phone. */
export async function listApplications(
  db: Db,
  reader: Reader,
  query: ListQuery & { status?: Row['status']; vacancy?: string },
): Promise<Applications> {
  const { status, vacancyId } = inquiries
  const filters = and(
    isApplication,
    query.status && eq(status, query.status),
    query.vacancy === undefined ? undefined : eq(vacancyId, query.vacancy),
  )
  const order = orderOfInquiries(query)
  return pageOfCases(db, searchedInquiries, query, { filters, order }, (where, page) =>
    show(db, reader, where, { order, ...paging(page) }),
  )
}

/** One application. The caller knows that it exists. */
export async function applicationOf(db: Db, reader: Reader, id: string): Promise<Application> {
  const one = and(isApplication, eq(inquiries.id, id))
  const [found] = await show(db, reader, one, { order: [], limit: 1, offset: 0 })
  return found!
}

async function show(
  db: Db,
  { language }: Reader,
  where: SQL | undefined,
  { order, limit, offset }: { order: SQL[]; limit: number; offset: number },
): Promise<Application[]> {
  const [rows, titles] = await Promise.all([
    db
      .select()
      .from(inquiries)
      .where(where)
      .orderBy(...order)
      .limit(limit)
      .offset(offset),
    vacancyTitles(db),
  ])
  const ids = rows.map(({ id }) => id)
  const kept = and(
    eq(storedFiles.owner, 'application'),
    inArray(storedFiles.ownerId, ids),
    isNull(storedFiles.erasedAt),
  )
  const files = await db.select().from(storedFiles).where(kept)
  return rows.map(({ vacancyId, createdAt, ...row }) => {
    const { id, name, phone, email, message, answer, status } = row
    const file = files.find(({ ownerId }) => ownerId === id)
    return {
      ...{ id, name, phone, email, message, answer, status },
      ...(row.language && { language: row.language }),
      vacancy: { id: vacancyId ?? '', title: titles.get(vacancyId ?? '')?.[language] ?? null },
      resume: file ? { id: file.id, mediaType: file.mediaType } : null,
      createdAt: createdAt.toISOString(),
    }
  })
}

/** By the ids of the vacancies that are open now. */
async function vacancyTitles(db: Db): Promise<ReadonlyMap<string, Texts>> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, 'vacancies'))
  const vacancies = (row?.value ?? []) as { id: string; title: Texts }[]
  return new Map(vacancies.map(({ id, title }) => [id, title]))
}

/**
 * The résumé of an application; a document of a verification is none.
 * @throws Refusal not_found if there is none, or it was erased
 */
export async function openResume(
  services: Pick<Services, 'db' | 'storage'>,
  operator: OperatorContext,
  id: string,
): Promise<Attachment> {
  const { db } = services
  const ofApplication = and(eq(storedFiles.id, id), eq(storedFiles.owner, 'application'))
  const [file] = await db.select({ id: storedFiles.id }).from(storedFiles).where(ofApplication)
  if (!file) throw new Refusal('not_found')
  const resume = await openDocument(services, id)
  try {
    await recordAudit(db, operator, { verb: 'look', kind: 'resume', id })
  } catch (error) {
    resume.stream.destroy()
    throw error
  }
  return resume
}

/**
 * Answers an application, or declines it. An answer goes to the e-mail that the applicant gave.
 * @throws Refusal validation, not_found, already_decided
 */
export async function decideApplication(
  tx: Db,
  operator: OperatorContext,
  decision: DecisionInput,
): Promise<void> {
  const { id } = decision
  const verb = oneOfDecisions(decision, ['complete', 'reject'])
  const one = and(isApplication, eq(inquiries.id, id))
  const [found] = await tx.select().from(inquiries).where(one).for('update')
  if (!found) throw new Refusal('not_found')
  if (found.status !== 'open') throw new Refusal('already_decided')
  const status = verb === 'complete' ? 'done' : 'declined'
  const { email, language, vacancyId } = found
  const answer = email && decision.answer ? decision.answer : null
  await tx.update(inquiries).set({ status, answer }).where(one)
  if (email && answer !== null) {
    const title = (await vacancyTitles(tx)).get(vacancyId ?? '')?.[language ?? 'ru']
    // The outbox worker sends it: the decision's transaction is not over here.
    await postMessage(
      tx,
      { id: operator.newId(), userId: null, createdAt: operator.realNow },
      {
        ...{ channel: 'email', recipient: email, kind: 'application_answered', language: language ?? 'ru' },
        values: { answer, vacancy: title ?? vacancyId ?? '' },
      },
    )
  }
  const change = { before: { status: found.status }, after: { status } }
  await recordAudit(tx, operator, { verb, kind: 'application', id, ...change })
}
