import { type SQL, and, eq, ne, sql } from 'drizzle-orm'
import { type contract } from '~/contract'
import { type CallOutput } from '~/contract/call'
import { eraseAccount } from '../accounts/erase-account'
import { phraseOf } from '../auth/security-notifications'
import { type Db } from '../db/connect'
import { keptWords } from '../db/schema/columns'
import { inquiries } from '../db/schema/operator'
import { users } from '../db/schema/users'
import { Refusal } from '../domain/refusal'
import { notify } from '../notifications/events'
import { lockForBooks } from '../funds/accruals'
import { type ListQuery, ordering, paging } from '../funds/pages'
import { postMessage } from '../outbox/outbox'
import { type OperatorContext, recordAudit } from './audit'
import { type SearchedTable, pageOfCases } from './case-search'
import { type DecisionInput, oneOfDecisions, reasonOf } from './decisions'

/** Inquiries of visitors and investors: subscribers, messages, requests for deletion. Applications have a queue of their own. */

type Inquiries = CallOutput<typeof contract.operator.inquiries>
type Inquiry = Inquiries['items'][number]
type InquiryRow = typeof inquiries.$inferSelect

/** Of what this queue holds. */
export const isInquiry = ne(inquiries.kind, 'application')

const columns = { inquiry: inquiries, login: users.login }
const ofAsker = eq(users.id, inquiries.userId)

/** Inquiries, newest first; a search finds whole words of the sender and the text, or the beginning of an e-mail or a login. */
export async function listInquiries(
  db: Db,
  query: ListQuery & { kind?: InquiryRow['kind']; status?: InquiryRow['status'] },
): Promise<Inquiries> {
  const { kind, status } = inquiries
  const filters = and(isInquiry, query.kind && eq(kind, query.kind), query.status && eq(status, query.status))
  const order = orderOfInquiries(query)
  return pageOfCases(db, searchedInquiries, query, { filters, order }, async (where, { page, limit }) => {
    const at = paging({ page, limit })
    const rows = await db
      .select(columns)
      .from(inquiries)
      .leftJoin(users, ofAsker)
      .where(where)
      .orderBy(...order)
      .limit(at.limit)
      .offset(at.offset)
    return rows.map(viewOfInquiry)
  })
}

/** Messages and applications are found by the words of whoever sent them and of what they wrote. */
export const searchedInquiries: SearchedTable = {
  ...{ table: inquiries, id: inquiries.id, userId: inquiries.userId, phone: inquiries.phone },
  beginnings: [sql`lower(${inquiries.email})`],
  words: keptWords(inquiries),
}

/** By when they came. */
export const orderOfInquiries = (query: ListQuery): SQL[] =>
  ordering(query, { createdAt: inquiries.createdAt }, 'createdAt', inquiries.id)

/** One inquiry. The caller knows that it exists. */
export async function inquiryOf(db: Db, id: string): Promise<Inquiry> {
  const [row] = await db.select(columns).from(inquiries).leftJoin(users, ofAsker).where(eq(inquiries.id, id))
  return viewOfInquiry(row!)
}

/** An inquiry with the login of the sender, if it is an investor. */
export function viewOfInquiry({ inquiry, login }: { inquiry: InquiryRow; login: string | null }): Inquiry {
  const { id, kind, userId, email, name, phone, message, language, answer, status, createdAt } = inquiry
  const owner = userId && login ? { id: userId, login } : null
  return {
    id,
    kind: kind as Inquiry['kind'], // applications have a queue of their own
    owner,
    email,
    name,
    phone,
    message,
    ...(language && { language }),
    answer,
    status: status === 'open' ? 'open' : 'done',
    createdAt: createdAt.toISOString(),
  }
}

/**
 * Answers an inquiry: the answer to a message goes to the address that its sender gave. Completing a request for deletion
 * erases the person, which can't be undone, and the reason is sent to the person's last e-mail; the reason of a rejection is
 * shown in the cabinet.
 * @throws Refusal validation (also `account_not_empty`: the balances have to be paid out first), not_found,
 * already_decided
 */
export async function decideInquiry(
  tx: Db,
  operator: OperatorContext,
  decision: DecisionInput,
): Promise<void> {
  const { id } = decision
  const verb = oneOfDecisions(decision, ['complete', 'reject'])
  const own = and(isInquiry, eq(inquiries.id, id))
  const [request] = await tx.select().from(inquiries).where(own)
  // The account first, as where its investor asks for the same again: in the other order each would wait for the other.
  if (request?.kind === 'deletion' && request.userId) await lockForBooks(tx, operator, [request.userId])
  const [found] = await tx.select().from(inquiries).where(own).for('update')
  if (!found) throw new Refusal('not_found')
  const { kind, userId } = found
  if (kind !== 'deletion') oneOfDecisions(decision, ['complete'])
  if (found.status === 'done') throw new Refusal('already_decided')
  const reason = kind === 'deletion' ? reasonOf(decision) : decision.reason
  const answer = kind === 'message' && decision.answer ? decision.answer : null
  await tx.update(inquiries).set({ status: 'done', answer }).where(eq(inquiries.id, id))
  if (answer !== null) await sendAnswer(tx, operator, found, answer)
  if (kind === 'deletion' && userId && reason) await answerDeletion(tx, operator, { userId, verb, reason })
  const change = { before: { status: found.status }, after: { status: 'done' } }
  await recordAudit(tx, operator, { verb, kind: 'inquiry', id, reason, ...change })
}

/** To the address that the sender gave. The outbox worker sends it: the decision's transaction is not over here. */
async function sendAnswer(
  tx: Db,
  { realNow, newId }: OperatorContext,
  { email, message, language, userId }: InquiryRow,
  answer: string,
): Promise<void> {
  if (!email) return
  await postMessage(
    tx,
    { id: newId(), userId, createdAt: realNow },
    {
      ...{ channel: 'email', recipient: email, kind: 'inquiry_answered', language: language ?? 'ru' },
      values: { answer, message: message ?? '' },
    },
  )
}

async function answerDeletion(
  tx: Db,
  operator: OperatorContext,
  { userId, verb, reason }: { userId: string; verb: 'complete' | 'reject'; reason: string },
): Promise<void> {
  const { now, realNow, newId } = operator
  if (verb === 'reject') {
    await notify(tx, newId, [{ userId, at: now, kind: 'deletion_answered', values: { reason } }])
    return
  }
  const { email, language, ...erased } = await eraseAccount(tx, operator, userId)
  if (!email) return
  const lastMessage = { channel: 'email', recipient: email, kind: 'account_erased', language } as const
  // The outbox worker sends it: the decision's transaction is not over here.
  await postMessage(
    tx,
    { id: newId(), userId: null, createdAt: realNow },
    { ...lastMessage, values: { reason, ...phraseOf(erased) } },
  )
}
