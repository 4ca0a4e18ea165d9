import { and, asc, eq, inArray } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { idempotencyKeys, passwordCodes, phoneCodes, tokens } from '../db/schema/access'
import { deposits } from '../db/schema/deposits'
import { auditRecords, inquiries } from '../db/schema/desk'
import { ledgerAccounts, ledgerEntries, ledgerLines } from '../db/schema/ledger'
import { notifications, outbox } from '../db/schema/notifications'
import { personalData, storedFiles, verifications, wallets } from '../db/schema/people'
import { exchanges, payments, refills, subscriptions } from '../db/schema/transfers'
import { users } from '../db/schema/users'
import { type Language } from '../http/texts'
import { messageOf } from '../notifications/words'
import { type Services } from '../services'
import { type UserRow } from './tokens'
import { inviterOf } from './users'

/**
 * All that is held about an investor (GDPR, articles 15 and 20). What must stay true: every table that names investors
 * is in it, which a test holds; nothing in it opens an account (hashes of passwords, bearers and codes stay here), and
 * nothing tells of anybody else but the inviter's login. Files are named; the investor has their bytes. Accruals stand
 * among the operations.
 */
export async function exportAccount(
  { db, seal, productClock }: Pick<Services, 'db' | 'seal' | 'productClock'>,
  userId: string,
  language: Language,
): Promise<Record<string, unknown>> {
  return db.transaction(
    async (tx) => {
      const [user] = await tx.select().from(users).where(eq(users.id, userId))
      const said = await tx.select().from(verifications).where(eq(verifications.userId, userId))
      return {
        exportedAt: productClock.now(),
        account: await accountOf(tx, user!), // a caller has an account
        personalData: await tx.select().from(personalData).where(eq(personalData.userId, userId)),
        wallets: await tx.select().from(wallets).where(eq(wallets.userId, userId)),
        verifications: said.map(({ documentNumberSealed: sealed, ...rest }) => ({
          ...rest,
          documentNumber: sealed === null ? null : seal.open(sealed, rest.id),
        })),
        files: await filesOf(
          tx,
          said.map(({ id }) => id),
        ),
        ...(await moneyOf(tx, userId)),
        ...(await accessOf(tx, userId)),
        notifications: await noticesOf(tx, userId, language),
        messages: await messagesTo(tx, user!),
        inquiries: await tx.select().from(inquiries).where(eq(inquiries.userId, userId)),
        decisions: await decisionsOn(tx, userId),
      }
    },
    // One moment of all tables, and nothing is written.
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

async function accountOf(tx: Db, user: UserRow) {
  const { passwordHash, inviterId: _inviterId, ...account } = user
  return { ...account, hasPassword: passwordHash !== null, inviter: await inviterOf(tx, user) }
}

function filesOf(tx: Db, verificationIds: string[]) {
  return tx
    .select()
    .from(storedFiles)
    .where(and(eq(storedFiles.owner, 'verification'), inArray(storedFiles.ownerId, verificationIds)))
}

async function moneyOf(tx: Db, userId: string) {
  return {
    balances: await tx.select().from(ledgerAccounts).where(eq(ledgerAccounts.userId, userId)),
    operations: await tx
      .select({
        entryId: ledgerLines.entryId,
        type: ledgerLines.type,
        account: ledgerLines.account,
        currency: ledgerLines.currency,
        amount: ledgerLines.amount,
        balanceAfter: ledgerLines.balanceAfter,
        occurredAt: ledgerLines.occurredAt,
        reason: ledgerEntries.reason,
      })
      .from(ledgerLines)
      .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerLines.entryId))
      .where(eq(ledgerLines.userId, userId))
      .orderBy(asc(ledgerLines.seq)),
    refills: await tx.select().from(refills).where(eq(refills.userId, userId)),
    payments: await tx.select().from(payments).where(eq(payments.userId, userId)),
    deposits: await tx.select().from(deposits).where(eq(deposits.userId, userId)),
    exchanges: await tx.select().from(exchanges).where(eq(exchanges.userId, userId)),
    subscriptions: await tx.select().from(subscriptions).where(eq(subscriptions.userId, userId)),
  }
}

/** Where the investor signed in, which codes were sent, which calls were keyed; without what could be tried on us. */
async function accessOf(tx: Db, userId: string) {
  const sessions = await tx.select().from(tokens).where(eq(tokens.userId, userId))
  const ofPhone = await tx.select().from(phoneCodes).where(eq(phoneCodes.userId, userId))
  const ofPassword = await tx.select().from(passwordCodes).where(eq(passwordCodes.userId, userId))
  const keys = await tx.select().from(idempotencyKeys).where(eq(idempotencyKeys.userId, userId))
  return {
    sessions: sessions.map(({ tokenHash: _hash, ...rest }) => rest),
    phoneCodes: ofPhone.map(({ codeHash: _hash, ...rest }) => rest),
    passwordCodes: ofPassword.map(({ codeHash: _hash, ...rest }) => rest),
    // What they answered stands above, as what it is about.
    keyedCalls: keys.map(({ requestHash: _hash, body: _body, ...rest }) => rest),
  }
}

async function noticesOf(tx: Db, userId: string, language: Language) {
  const rows = await tx.select().from(notifications).where(eq(notifications.userId, userId))
  return rows.map((row) => {
    const { values: _values, ...rest } = row
    return { ...rest, message: messageOf(row, language) }
  })
}

async function messagesTo(tx: Db, { email, phone }: UserRow) {
  const addresses = [email, phone].filter((address) => address !== null)
  const rows = await tx.select().from(outbox).where(inArray(outbox.recipient, addresses))
  return rows.map(({ values: _values, ...rest }) => rest)
}

/** What the desk decided about the account, without who did. */
function decisionsOn(tx: Db, userId: string) {
  const { action, reason, createdAt } = auditRecords
  return tx
    .select({ action, reason, createdAt })
    .from(auditRecords)
    .where(and(eq(auditRecords.subjectKind, 'user'), eq(auditRecords.subjectId, userId)))
    .orderBy(asc(createdAt))
}
