import { type Language } from '~/contract/languages'
import { type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { eraseActivity } from '../activity/record'
import { type Db } from '../db/connect'
import {
  emailCodes,
  idempotencyKeys,
  idempotencyReservations,
  passwordCodes,
  phoneCodes,
  stepUpCodes,
  tokens,
  usedPlaces,
} from '../db/schema/access'
import { caseNotes, inquiries, proposals, savedViews } from '../db/schema/operator'
import { ledgerAccounts } from '../db/schema/ledger'
import { notifications, outbox, securityEvents } from '../db/schema/notifications'
import { personalData, storedFiles, verifications, wallets } from '../db/schema/people'
import {
  factorChallenges,
  factorTries,
  recoveryCodes,
  secondFactors,
  trustedDevices,
} from '../db/schema/second-factors'
import { payments, refills } from '../db/schema/transfers'
import { users } from '../db/schema/users'
import { Refusal } from '../domain/refusal'
import { openSettledBooks } from '../funds/accruals'
import { type FundsContext } from '../funds/context'
import { inquiriesFrom } from '../auth/inquiries-from'
import { giveUpRest } from './give-up-rest'
import { lockAccount } from '../db/lock-account'
import { eraseTraces } from './traces'

/**
 * Erases a person and keeps the account's money records (GDPR, article 17). Invariants: no row that is left names the
 * person, but documents of a verification that succeeded, which the law keeps and the retention job takes away; the
 * ledger, deposits and transfers stay as they are, under an anonymous login, and so do the decisions on them with their
 * reasons, and the audit trail; what operators wrote to each other about the person goes; an account that still holds or awaits
 * money that could be paid out is not erased, or the money would have no owner.
 */

export interface LastContact {
  email: string | null
  language: Language
  mailPhrase: string | null
}

/**
 * Runs in the transaction of the decision, and returns where the person can still be notified of it.
 * @throws Refusal validation (`account_not_empty`), unauthorized when it is erased already
 */
export async function eraseAccount(tx: Db, context: FundsContext, userId: string): Promise<LastContact> {
  const { now } = context
  // Due accruals are booked first, since they may release a reward. This locks the account and the others that are
  // affected.
  await openSettledBooks(tx, context, userId)
  const { login, email, phone, language, mailPhrase } = await lockAccount(tx, userId)
  const awaits = await awaitsMoney(tx, userId)
  if (!awaits) await giveUpRest(tx, context, userId)
  if (awaits || (await holdsMoney(tx, userId))) throw Refusal.ofField('decision', 'account_not_empty')

  const traces = [tokens, phoneCodes, emailCodes, passwordCodes, stepUpCodes, usedPlaces, idempotencyKeys]
  for (const table of [...traces, notifications, securityEvents]) {
    await tx.delete(table).where(eq(table.userId, userId))
  }
  for (const table of [secondFactors, recoveryCodes, factorChallenges, trustedDevices, factorTries]) {
    await tx.delete(table).where(eq(table.userId, userId))
  }
  for (const table of [personalData, wallets, idempotencyReservations])
    await tx.delete(table).where(eq(table.userId, userId))
  await eraseTraces(tx, userId)
  await eraseActivity(tx, userId)
  await eraseNotes(tx, { id: userId, email, phone })
  await eraseSavedViews(tx, [login, email, phone])
  await eraseProposals(tx, userId)
  await eraseVerifications(tx, userId, now)
  await tx
    .update(inquiries)
    .set({ email: null, name: null, phone: null, message: null, answer: null })
    .where(eq(inquiries.userId, userId))
  const applications = await tx
    .delete(inquiries)
    .where(inquiriesFrom({ email, phone }))
    .returning({ id: inquiries.id })
  await eraseFiles(
    tx,
    'application',
    applications.map(({ id }) => id),
    now,
  )
  // Those to addresses that were given up before name the person as well.
  const addresses = [email, phone].filter((address) => address !== null)
  await tx.delete(outbox).where(or(eq(outbox.userId, userId), inArray(outbox.recipient, addresses)))
  await tx
    .update(users)
    .set({
      login: `erased-${userId.replaceAll('-', '').slice(-24)}`,
      ...{ email: null, pendingEmail: null, phone: null, phoneConfirmedAt: null, passwordHash: null },
      ...{ telegramId: null, telegramAuthAt: null, telegram: null, instagram: null, vk: null },
      ...{
        country: null,
        city: null,
        contactsChangedAt: null,
        suspendedAt: null,
        suspendedReason: null,
        ...{ withdrawalsRestUntil: null, withdrawalsRestReason: null, frozenAt: null },
        ...{ passwordResetRequired: false, mailPhrase: null, factorRemovalAt: null },
        ...{ replacementEmail: null, contactReplacementAt: null },
        ...{ walletListOn: false, walletListEndsAt: null },
        erasedAt: now,
      },
    })
    .where(eq(users.id, userId))
  return { email, language, mailPhrase }
}

async function holdsMoney(tx: Db, userId: string): Promise<boolean> {
  return (
    (await tx.$count(
      ledgerAccounts,
      and(eq(ledgerAccounts.userId, userId), ne(ledgerAccounts.balance, '0')),
    )) > 0
  )
}

async function awaitsMoney(tx: Db, userId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ awaits: boolean }>(sql`
    select exists (select from deposits where user_id = ${userId} and status <> 'closed')
      or exists (select from payments where user_id = ${userId} and status in ('pending', 'under_review'))
      or exists (select from refills where user_id = ${userId} and status = 'pending') as awaits`)
  return rows[0]!.awaits
}

/**
 * Proposals about the person: those about contacts and factors say both, the others the login. What was decided is kept
 * with its amounts, and nothing stays open.
 */
async function eraseProposals(tx: Db, userId: string): Promise<void> {
  const { subjectKind: kind, subjectId, facts } = proposals
  const status = sql`case ${proposals.status} when 'open' then 'expired' else ${proposals.status} end`
  await tx
    .update(proposals)
    .set({ input: {}, facts: [], status })
    .where(and(inArray(kind, ['contacts', 'factors']), eq(subjectId, userId)))
  const ofPerson = (table: OwnedTable) => inArray(subjectId, idsOf(tx, table, userId))
  const nameless = sql`(
    select coalesce(jsonb_agg(fact order by position), '[]')
    from jsonb_array_elements(${facts}) with ordinality as each (fact, position)
    where fact ->> 'name' <> 'login')`
  await tx
    .update(proposals)
    .set({ facts: nameless, status })
    .where(
      or(
        and(eq(kind, 'correction'), eq(subjectId, userId)),
        and(eq(kind, 'payment'), ofPerson(payments)),
        and(eq(kind, 'refill'), ofPerson(refills)),
      ),
    )
}

/** Views of queues that operators saved with a search for the person, or under the person's name. */
async function eraseSavedViews(tx: Db, names: (string | null)[]): Promise<void> {
  const words = names.filter((name) => name !== null).map((name) => name.toLowerCase())
  const views = await tx.select().from(savedViews)
  const naming = views.filter(({ name, filters }) => {
    const text = [name, ...new URLSearchParams(filters).values()].join('\n').toLowerCase()
    return words.some((word) => text.includes(word))
  })
  if (naming.length === 0) return
  await tx.delete(savedViews).where(
    inArray(
      savedViews.id,
      naming.map(({ id }) => id),
    ),
  )
}

/** What operators wrote to each other about the person: on the account, and on each of its cases. */
async function eraseNotes(
  tx: Db,
  { id, ...addresses }: { id: string; email: string | null; phone: string | null },
): Promise<void> {
  const { subjectId, queue } = caseNotes
  const ofPerson = (table: OwnedTable) => inArray(subjectId, idsOf(tx, table, id))
  const inquired = or(eq(inquiries.userId, id), inquiriesFrom(addresses))
  await tx
    .delete(caseNotes)
    .where(
      or(
        and(eq(queue, 'investors'), eq(subjectId, id)),
        and(eq(queue, 'payments'), ofPerson(payments)),
        and(eq(queue, 'refills'), ofPerson(refills)),
        and(eq(queue, 'verifications'), ofPerson(verifications)),
        and(
          inArray(queue, ['inquiries', 'applications']),
          inArray(subjectId, tx.select({ id: inquiries.id }).from(inquiries).where(inquired)),
        ),
      ),
    )
}

/**
 * Documents of unsuccessful verifications expire at once: the retention job erases the files, and their rows are
 * deleted here.
 */
async function eraseVerifications(tx: Db, userId: string, now: Date): Promise<void> {
  const dropped = await tx
    .delete(verifications)
    .where(and(eq(verifications.userId, userId), ne(verifications.status, 'successful')))
    .returning({ id: verifications.id })
  await eraseFiles(
    tx,
    'verification',
    dropped.map(({ id }) => id),
    now,
  )
}

async function eraseFiles(
  tx: Db,
  owner: (typeof storedFiles.$inferSelect)['owner'],
  ownerIds: string[],
  now: Date,
): Promise<void> {
  await tx
    .update(storedFiles)
    .set({ eraseAfter: now })
    .where(
      and(eq(storedFiles.owner, owner), inArray(storedFiles.ownerId, ownerIds), isNull(storedFiles.erasedAt)),
    )
}

type OwnedTable = PgTable & { id: PgColumn; userId: PgColumn }

const idsOf = (tx: Db, table: OwnedTable, userId: string) =>
  tx.select({ id: table.id }).from(table).where(eq(table.userId, userId))
