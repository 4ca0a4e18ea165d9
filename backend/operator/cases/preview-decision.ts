import { asc, eq, sql } from 'drizzle-orm'
import { type Decision } from '~/contract/extensions/operator/queues'
import { type Preview } from '~/contract/extensions/operator/cases'
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
import { changes } from '../changes'
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
      const language = await languageOf(tx, request)
      const needsSecond = await waits(tx, operator, request)
      await decideCase(tx, services, operator, request)
      preview = { ...(await writtenIn(tx, language)), needsSecond }
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
  const change = { payments: changes.withdrawalDecision, refills: changes.topUpDecision }[queue as string]
  if (!change) return false
  await change.refuse?.(tx, operator, decision)
  return waitsForSecond(tx, operator, change, decision)
}

/** What this transaction has written for the investor. */
async function writtenIn(tx: Db, language: Language): Promise<Omit<Preview, 'needsSecond'>> {
  const own = sql`xmin = pg_current_xact_id()::xid`
  const events = await tx.select().from(notifications).where(own)
  const messages = await tx.select().from(outbox).where(own).orderBy(asc(outbox.createdAt), asc(outbox.id))
  const event = events.find(({ kind }) => (kinds as readonly string[]).includes(kind))
  return {
    language,
    notification: event ? eventText(event, language) : null,
    mails: messages.map(({ values: { phrase: _secret, link: _closing, ...values }, ...message }) =>
      wordsOf({ ...message, values }),
    ),
  }
}

/** The reader's: the account's, or that in which a visitor has written. */
async function languageOf(tx: Db, subject: CaseSubject): Promise<Language> {
  const userId = await ownerOf(tx, subject)
  if (userId === null) return languageOfSender(tx, subject)
  const [user] = await tx.select({ language: users.language }).from(users).where(eq(users.id, userId))
  return user!.language
}

async function languageOfSender(tx: Db, { id }: CaseSubject): Promise<Language> {
  const [found] = await tx
    .select({ language: inquiries.language })
    .from(inquiries)
    .where(eq(inquiries.id, id))
  return found?.language ?? 'ru'
}
