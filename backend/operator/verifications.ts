import { and, eq, inArray, isNull } from 'drizzle-orm'
import { type contract } from '~/contract'
import { type CallOutput } from '~/contract/call'
import { type Db } from '../db/connect'
import { keptWords } from '../db/schema/columns'
import { storedFiles, verifications } from '../db/schema/people'
import { users } from '../db/schema/users'
import { type ListQuery, ordering, paging } from '../funds/pages'
import { decideVerification } from '../accounts/verification-decisions'
import { type OperatorContext, recordAudit } from './audit'
import { type SearchedTable, pageOfCases } from './case-search'
import { type DecisionInput, oneOfDecisions, reasonOf } from './decisions'

/** Documents submitted for verification, and the decisions on them. */

type Verifications = CallOutput<typeof contract.operator.verifications>
type Verification = Verifications['items'][number]

/** Submissions, newest first, with the data as submitted; a search finds a whole id, the beginning of a login, or whole names. */
export async function listVerifications(
  db: Db,
  query: ListQuery & { status?: 'in_process' | 'successful' | 'rejected' },
): Promise<Verifications> {
  const filters = query.status && eq(verifications.status, query.status)
  const order = ordering(query, { submittedAt: verifications.submittedAt }, 'submittedAt', verifications.id)
  return pageOfCases(db, searched, query, { filters, order }, (where, page) =>
    show(db, where, { order, ...paging(page) }),
  )
}

const searched: SearchedTable = {
  ...{ table: verifications, id: verifications.id, userId: verifications.userId },
  words: keptWords(verifications),
}

/** One submission. The caller knows that it exists. */
export async function verificationOf(db: Db, id: string): Promise<Verification> {
  const [found] = await show(db, eq(verifications.id, id), { order: [], limit: 1, offset: 0 })
  return found!
}

type Condition = ReturnType<typeof and>

async function show(
  db: Db,
  where: Condition,
  { order, limit, offset }: { order: ReturnType<typeof ordering>; limit: number; offset: number },
): Promise<Verification[]> {
  const rows = await db
    .select({ handedIn: verifications, owner: users })
    .from(verifications)
    .innerJoin(users, eq(users.id, verifications.userId))
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
  const documents = await documentsOf(
    db,
    rows.map(({ handedIn }) => handedIn.id),
  )
  return rows.map(({ handedIn, owner }) => ({
    id: handedIn.id,
    owner: { id: owner.id, login: owner.login },
    status: handedIn.status,
    reason: handedIn.reason,
    submittedAt: handedIn.submittedAt.toISOString(),
    documentNumberMasked: handedIn.documentNumberMasked,
    person: {
      fullName: handedIn.fullName,
      birthDate: handedIn.birthDate,
      maritalStatus: handedIn.maritalStatus,
      country: owner.country,
      city: owner.city,
    },
    documents: documents
      .filter(({ ownerId }) => ownerId === handedIn.id)
      .map(({ id, field, mediaType }) => ({ id, field, mediaType })),
  }))
}

/** The files that are still kept. */
function documentsOf(db: Db, ids: string[]) {
  const kept = and(
    eq(storedFiles.owner, 'verification'),
    inArray(storedFiles.ownerId, ids),
    isNull(storedFiles.erasedAt),
  )
  return db.select().from(storedFiles).where(kept).orderBy(storedFiles.field, storedFiles.id)
}

/**
 * Approves or rejects, the latter with a reason for the investor.
 * @throws Refusal validation, not_found, already_decided
 */
export async function decideOnDocuments(
  tx: Db,
  operator: OperatorContext,
  input: DecisionInput,
): Promise<void> {
  const { id } = input
  const decision = oneOfDecisions(input, ['approve', 'reject'])
  const reason = decision === 'reject' ? reasonOf(input) : undefined
  const { status } = await decideVerification(tx, operator, { id, decision, reason })
  // Only a submission in process can be decided on.
  const change = { before: { status: 'in_process' }, after: { status } }
  await recordAudit(tx, operator, { verb: decision, kind: 'verification', id, reason, ...change })
}
