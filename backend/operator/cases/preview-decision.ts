import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import { type PgColumn } from 'drizzle-orm/pg-core'
import { type Decision } from '~/contract/extensions/operator/queues'
import { type CaseQueue, type Preview } from '~/contract/extensions/operator/cases'
import { type Language } from '~/contract/languages'
import { type Db } from '../../db/connect'
import { notifications, outbox } from '../../db/schema/notifications'
import { inquiries } from '../../db/schema/operator'
import { users } from '../../db/schema/users'
import { type NotificationKind } from '../../notifications/events'
import { eventText } from '../../notifications/words'
import { wordsOf } from '../../outbox/texts'
import { type Services } from '../../services'
import { type OperatorContext } from '../audit'
import { type Change } from '../change'
import { changes } from '../changes'
import { type DecisionInput } from '../decisions'
import { waitsForSecond } from '../proposals'
import { decideCase } from './decide-case'
import { type CaseSubject, ownerOf } from './subjects'

/** The kinds by which an investor reads of a decision; others may fall due while it is made. */
const kinds: readonly NotificationKind[] = [
  'payment_completed',
  'payment_rejected',
  'refill_credited',
  'refill_rejected',
  'verification_successful',
  'verification_rejected',
  'deletion_answered',
]

/**
 * What the investor will read after a decision: it is made, what it wrote is read, and all of it is rolled back, so that
 * the preview can't differ from the decision. A secret of the owner's is not shown: the phrase that mails are known by,
 * and the link that closes the account.
 * @throws Refusal of the decision itself
 */
export async function previewDecision(
  db: Db,
  services: Services,
  operator: OperatorContext,
  request: CaseSubject & Decision,
): Promise<Preview> {
  const rolledBack = new Error('a preview decides nothing')
  let preview: Preview | undefined
  try {
    await db.transaction(async (tx) => {
      const reader = await readerOf(tx, request)
      const needsSecond = await waits(tx, operator, request)
      await decideCase(tx, services, operator, request)
      preview = { ...(await writtenFor(tx, reader)), needsSecond }
      throw rolledBack
    })
  } catch (error) {
    if (error !== rolledBack) throw error
  }
  return preview!
}

/** @throws Refusal case_taken, proposal_open */
async function waits(
  tx: Db,
  operator: OperatorContext,
  { queue, ...decision }: CaseSubject & Decision,
): Promise<boolean> {
  const change = reviewed[queue]
  if (!change) return false
  await change.refuse?.(tx, operator, decision)
  return waitsForSecond(tx, operator, change, decision)
}

/** The decisions that may need a second operator. */
const reviewed: Partial<Record<CaseQueue, Change<DecisionInput>>> = {
  payments: changes.withdrawalDecision,
  refills: changes.topUpDecision,
  transfers: changes.transferDecision,
}

/** Who reads of the decision, as it was before it: a deletion takes the account's addresses away. */
interface Reader {
  userId: string | null
  language: Language
  recipients: string[]
}

/**
 * What this transaction has written for the reader. Rows are found by whose they are, through an index, so that a preview
 * reads no more of a large company than of a small one.
 */
async function writtenFor(
  tx: Db,
  { userId, language, recipients }: Reader,
): Promise<Omit<Preview, 'needsSecond'>> {
  const own = sql`xmin = pg_current_xact_id()::xid`
  // A visitor who has written has no account, which no row's is equal to.
  const isOfAccount = (column: PgColumn) => sql`${column} = ${userId}`
  const [event] = await tx
    .select()
    .from(notifications)
    .where(and(isOfAccount(notifications.userId), inArray(notifications.kind, [...kinds]), own))
    .limit(1)
  const messages = await tx
    .select()
    .from(outbox)
    .where(and(or(isOfAccount(outbox.userId), inArray(outbox.recipient, recipients)), own))
    .orderBy(asc(outbox.createdAt), asc(outbox.id))
  return {
    language,
    notification: event ? eventText(event, language) : null,
    mails: messages.map(({ values: { phrase: _secret, link: _closing, ...values }, ...message }) =>
      wordsOf({ ...message, values }),
    ),
  }
}

/** The account's owner, or the visitor who has written. */
async function readerOf(tx: Db, { refill, ...subject }: CaseSubject & Decision): Promise<Reader> {
  // A transfer is credited to whoever has asked for the top-up.
  const credited = subject.queue === 'transfers' && refill !== undefined
  const userId = await ownerOf(tx, credited ? { queue: 'refills', id: refill } : subject)
  const { email, pendingEmail, phone, language } = users
  const columns = { email, pendingEmail, phone, language }
  const [owner] = userId === null ? [] : await tx.select(columns).from(users).where(eq(users.id, userId))
  const [sender] = await tx
    .select({ email: inquiries.email, language: inquiries.language })
    .from(inquiries)
    .where(eq(inquiries.id, subject.id))
  const addresses = [owner?.email, owner?.pendingEmail, owner?.phone, sender?.email]
  return {
    userId,
    language: owner?.language ?? sender?.language ?? 'ru',
    recipients: addresses.filter((address) => typeof address === 'string'),
  }
}
