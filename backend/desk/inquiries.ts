import { and, count, eq } from 'drizzle-orm'
import { type contract } from '~/contract'
import { type CallOutput } from '~/contract/call'
import { type Db } from '../db/connect'
import { inquiries } from '../db/schema/desk'
import { users } from '../db/schema/users'
import { Refusal } from '../domain/refusal'
import { notify } from '../funds/notices'
import { type ListQuery, containing, ordering, paging } from '../funds/pages'
import { type Desk, recordAudit } from './audit'
import { type Asked, oneOfDecisions, reasonOf } from './decisions'

/** What visitors and investors ask of the company: subscribers, messages, applications, requests for deletion. */

type Inquiries = CallOutput<typeof contract.operator.inquiries>
type Inquiry = Inquiries['items'][number]
type InquiryRow = typeof inquiries.$inferSelect

const columns = { inquiry: inquiries, login: users.login }
const ofAsker = eq(users.id, inquiries.userId)

/** Inquiries, newest first; a search looks for who asks and for what is said. */
export async function listInquiries(
  db: Db,
  query: ListQuery & { kind?: InquiryRow['kind']; status?: InquiryRow['status'] },
): Promise<Inquiries> {
  const { page, limit, offset } = paging(query)
  const { id, kind, status, email, name, phone, message, createdAt } = inquiries
  const where = and(
    query.kind && eq(kind, query.kind),
    query.status && eq(status, query.status),
    containing(query.search, [id, email, name, phone, message, users.login]),
  )
  const rows = await db
    .select(columns)
    .from(inquiries)
    .leftJoin(users, ofAsker)
    .where(where)
    .orderBy(...ordering(query, { createdAt }, 'createdAt', id))
    .limit(limit)
    .offset(offset)
  const [counted] = await db.select({ total: count() }).from(inquiries).leftJoin(users, ofAsker).where(where)
  return { items: rows.map(view), total: counted!.total, page, limit }
}

/** One inquiry; it is there. */
export async function inquiryOf(db: Db, id: string): Promise<Inquiry> {
  const [row] = await db.select(columns).from(inquiries).leftJoin(users, ofAsker).where(eq(inquiries.id, id))
  return view(row!)
}

function view({ inquiry, login }: { inquiry: InquiryRow; login: string | null }): Inquiry {
  const { id, kind, userId, email, name, phone, message, vacancyId, status, createdAt } = inquiry
  const owner = userId && login ? { id: userId, login } : null
  return {
    id,
    kind,
    owner,
    email,
    name,
    phone,
    message,
    vacancyId,
    status,
    createdAt: createdAt.toISOString(),
  }
}

/**
 * Completes an inquiry. A request for deletion is completed by saying what was erased and what the law keeps: the
 * investor is told so in these words.
 * @throws Refusal validation, not_found, already_decided
 */
export async function decideInquiry(tx: Db, desk: Desk, asked: Asked): Promise<void> {
  const { id } = asked
  const verb = oneOfDecisions(asked, ['complete'])
  const [found] = await tx.select().from(inquiries).where(eq(inquiries.id, id)).for('update')
  if (!found) throw new Refusal('not_found')
  if (found.status === 'done') throw new Refusal('already_decided')
  const reason = found.kind === 'deletion' ? reasonOf(asked) : asked.reason
  await tx.update(inquiries).set({ status: 'done' }).where(eq(inquiries.id, id))
  if (found.kind === 'deletion' && found.userId && reason) {
    const answer = {
      userId: found.userId,
      at: desk.now,
      kind: 'deletion_answered',
      values: { reason },
    } as const
    await notify(tx, desk.newId, [answer])
  }
  await recordAudit(tx, desk, { verb, kind: 'inquiry', id, reason })
}
