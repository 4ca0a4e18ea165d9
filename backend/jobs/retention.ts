/**
 * Erases expired documents. Invariants: the job may run twice or be killed half-way. The file goes first and its row is
 * marked after it: a kill in between leaves a row that the next run takes up, and erasing a missing file changes
 * nothing. The other order would leave a file without a row.
 */
import { and, asc, eq, inArray, isNotNull, isNull, lte, notExists, or, sql } from 'drizzle-orm'
import { type PgColumn } from 'drizzle-orm/pg-core'
import { type Db } from '../db/connect'
import { caseNotes, inquiries } from '../db/schema/operator'
import { storedFiles, verifications } from '../db/schema/people'
import { users } from '../db/schema/users'
import { type FileStorage } from '../storage/storage'

/** The maximum number of files of one run; the next run erases the rest. */
const maxRows = 1000

/**
 * Erases the files that are due at `now`, and the data submitted with files that are all gone: of a verification the
 * person and the number, of an application the applicant.
 * @throws AggregateError after the rest was done, if some files could not be erased
 */
export async function eraseDueFiles(db: Db, storage: FileStorage, now: Date): Promise<void> {
  const due = and(isNull(storedFiles.erasedAt), lte(storedFiles.eraseAfter, now))
  const rows = await db
    .select({ id: storedFiles.id })
    .from(storedFiles)
    .where(due)
    .orderBy(asc(storedFiles.eraseAfter))
    .limit(maxRows)
  const failures: unknown[] = []
  for (const { id } of rows) {
    // The row is locked meanwhile, so that no transaction keeps a file that is being erased.
    const erased = db.transaction(async (tx) => {
      const one = and(eq(storedFiles.id, id), due)
      const [held] = await tx.select().from(storedFiles).where(one).for('update')
      if (!held) return
      await storage.erase(id)
      await tx.update(storedFiles).set({ erasedAt: now }).where(one)
    })
    await erased.catch((error: unknown) => failures.push(error))
  }
  if (rows.length > 0) {
    await forgetPeople(db)
    await forgetDocuments(db)
    await forgetApplicants(db)
    await forgetErased(db)
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some files could not be erased')
}

/** The decision and its reason stay; the numbers and their hashes do not. */
async function forgetPeople(db: Db): Promise<void> {
  const person = { fullName: null, birthDate: null, maritalStatus: null }
  await db
    .update(verifications)
    .set({ ...person, documentNumberSealed: null, documentNumberMasked: null })
    .where(
      and(
        or(isNotNull(verifications.documentNumberSealed), isNotNull(verifications.fullName)),
        notExists(keptFiles(db, 'verification', verifications.id)),
      ),
    )
}

async function forgetDocuments(db: Db): Promise<void> {
  await db.execute(sql`
    delete from account_traces where kind = 'document' and not exists (
      select from verifications where verifications.user_id = account_traces.user_id
        and document_number_sealed is not null)`)
}

async function forgetApplicants(db: Db): Promise<void> {
  await db
    .update(inquiries)
    .set({ name: null, phone: null, email: null, message: null, answer: null })
    .where(
      and(
        eq(inquiries.kind, 'application'),
        isNotNull(inquiries.phone),
        notExists(keptFiles(db, 'application', inquiries.id)),
      ),
    )
  // By what is left and not by what was just changed: an earlier run may have ended between the two.
  const forgotten = db
    .select({ id: inquiries.id })
    .from(inquiries)
    .where(and(eq(inquiries.kind, 'application'), isNull(inquiries.phone)))
  await db
    .delete(caseNotes)
    .where(and(eq(caseNotes.queue, 'applications'), inArray(caseNotes.subjectId, forgotten)))
}

/** The documents of an erased account were the last rows that named the person. */
async function forgetErased(db: Db): Promise<void> {
  const erased = db.select({ id: users.id }).from(users).where(isNotNull(users.erasedAt))
  await db
    .delete(verifications)
    .where(
      and(inArray(verifications.userId, erased), notExists(keptFiles(db, 'verification', verifications.id))),
    )
}

/** The files of one that are still there. */
function keptFiles(db: Db, owner: (typeof storedFiles.$inferSelect)['owner'], ownerId: PgColumn) {
  return db
    .select({ one: sql`1` })
    .from(storedFiles)
    .where(and(eq(storedFiles.owner, owner), eq(storedFiles.ownerId, ownerId), isNull(storedFiles.erasedAt)))
}
