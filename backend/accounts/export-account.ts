import { and, desc, eq, inArray, isNull, or, ne } from 'drizzle-orm'
import { type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { type Db } from '../db/connect'
import { activity } from '../db/schema/activity'
import {
  emailCodes,
  idempotencyKeys,
  passwordCodes,
  phoneCodes,
  stepUpCodes,
  tokens,
  usedPlaces,
} from '../db/schema/access'
import { deposits } from '../db/schema/deposits'
import { auditRecords, inquiries } from '../db/schema/operator'
import { ledgerAccounts, ledgerEntries, ledgerLines } from '../db/schema/ledger'
import { notifications, outbox, securityEvents } from '../db/schema/notifications'
import { personalData, storedFiles, verifications, wallets } from '../db/schema/people'
import {
  factorChallenges,
  factorTries,
  recoveryCodes,
  secondFactors,
  trustedDevices,
} from '../db/schema/second-factors'
import { rateQuotes } from '../db/schema/rates'
import { accountTraces, heldRewards, rewardBlocks } from '../db/schema/rewards'
import { incomingTransfers } from '../db/schema/incoming'
import { exchanges, payments, receivingAddresses, refills, subscriptions } from '../db/schema/transfers'
import { users } from '../db/schema/users'
import { type Language } from '~/contract/languages'
import { unlinkedMessageOf } from '../notifications/words'
import { type Services } from '../services'
import { inquiriesFrom } from '../auth/inquiries-from'
import { fitted, maxRows } from './fit-export'
import { type UserRow } from '../db/schema/users'
import { inviterOf } from '../auth/users'

/**
 * All that is held about an investor (GDPR, articles 15 and 20). Invariants: every table that names investors is in it,
 * which a test holds; it contains no secrets (no hashes of passwords, bearers or codes), and nothing about another
 * person except the inviter's login. Files are named; the investor has their bytes. Accruals are among the operations.
 * Lists begin with the newest entry and are cut if the answer would be too long (`fit-export.ts`).
 */
export async function exportAccount(
  { db, seal, productClock }: Pick<Services, 'db' | 'seal' | 'productClock'>,
  userId: string,
  language: Language,
): Promise<Record<string, unknown>> {
  return db.transaction(
    async (tx) => {
      const [user] = await tx.select().from(users).where(eq(users.id, userId))
      const requests = await tx
        .select()
        .from(inquiries)
        .where(or(eq(inquiries.userId, userId), inquiriesFrom(user!)))
        .orderBy(desc(inquiries.createdAt))
        .limit(maxRows + 1)
      const verified = await tx.select().from(verifications).where(eq(verifications.userId, userId))
      return fitted({
        exportedAt: productClock.now(),
        account: await accountOf(tx, user!), // a caller has an account
        personalData: await tx.select().from(personalData).where(eq(personalData.userId, userId)),
        wallets: await tx.select().from(wallets).where(eq(wallets.userId, userId)),
        verifications: verified.map(({ documentNumberSealed: sealed, ...rest }) => ({
          ...rest,
          documentNumber: sealed === null ? null : seal.open(sealed, rest.id),
        })),
        files: await filesOf(
          tx,
          [...verified, ...requests.filter((row) => isOwn(row, user!))].map(({ id }) => id),
        ),
        ...(await moneyOf(tx, userId)),
        ...(await rewardsOf(tx, userId)),
        ...(await accessOf(tx, userId)),
        activity: await activityOf(tx, userId),
        ...(await factorsOf(tx, userId)),
        notifications: await notificationsOf(tx, userId, language),
        messages: await messagesTo(tx, user!),
        inquiries: requests.map((row) => inquiryOf(row, user!)),
        decisions: await decisionsOn(tx, userId),
      })
    },
    // One moment of all tables, and nothing is written.
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

async function accountOf(tx: Db, user: UserRow) {
  const { passwordHash, inviterId: _inviterId, ...account } = user
  return { ...account, hasPassword: passwordHash !== null, inviter: await inviterOf(tx, user) }
}

/** Without the network that a file of a public form came from, which is not known to be the owner's. */
async function filesOf(tx: Db, ownerIds: string[]) {
  const rows = await tx.select().from(storedFiles).where(inArray(storedFiles.ownerId, ownerIds))
  return rows.map(({ sender, ...file }) => (file.owner === 'application' ? file : { ...file, sender }))
}

/** The rows of a table that name the investor, and of very many the newest. */
async function newest<Table extends PgTable & { userId: PgColumn }>(
  tx: Db,
  table: Table,
  moment: PgColumn,
  userId: string,
): Promise<Table['$inferSelect'][]> {
  // The query builder can't select from a generic table type.
  const any: PgTable = table
  return tx
    .select()
    .from(any)
    .where(eq(table.userId, userId))
    .orderBy(desc(moment))
    .limit(maxRows + 1)
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
      .orderBy(desc(ledgerLines.seq))
      .limit(maxRows + 1),
    refills: await newest(tx, refills, refills.createdAt, userId),
    transfers: await newest(tx, incomingTransfers, incomingTransfers.seenAt, userId),
    payments: await newest(tx, payments, payments.createdAt, userId),
    deposits: await newest(tx, deposits, deposits.startedAt, userId),
    exchanges: await newest(tx, exchanges, exchanges.createdAt, userId),
    quotes: await newest(tx, rateQuotes, rateQuotes.expiresAt, userId),
    receivingAddresses: await newest(tx, receivingAddresses, receivingAddresses.createdAt, userId),
    subscriptions: await newest(tx, subscriptions, subscriptions.boughtAt, userId),
  }
}

/**
 * Held rewards and the decisions about them, without the partners whose deposits earned them; and the devices,
 * documents and networks that the account was seen with.
 */
async function rewardsOf(tx: Db, userId: string) {
  const rewards = await newest(tx, heldRewards, heldRewards.createdAt, userId)
  const blocks = await newest(tx, rewardBlocks, rewardBlocks.decidedAt, userId)
  const traces = await newest(tx, accountTraces, accountTraces.lastAt, userId)
  return {
    heldRewards: rewards.map(
      ({ source: _source, partnerId: _partner, depositId: _deposit, ...rest }) => rest,
    ),
    rewardBlocks: blocks.map(({ partnerId: _partner, ...rest }) => rest),
    // The values are hashes; the wallets themselves are listed elsewhere.
    accountTraces: traces.map(({ value: _value, ...rest }) => rest),
  }
}

/** Where the investor signed in, which codes were sent, which calls were keyed; without what could be tried on us. */
async function accessOf(tx: Db, userId: string) {
  const sessions = await newest(tx, tokens, tokens.lastUsedAt, userId)
  const ofPhone = await newest(tx, phoneCodes, phoneCodes.createdAt, userId)
  const ofEmail = await newest(tx, emailCodes, emailCodes.createdAt, userId)
  const ofPassword = await newest(tx, passwordCodes, passwordCodes.createdAt, userId)
  const ofStepUp = await newest(tx, stepUpCodes, stepUpCodes.createdAt, userId)
  const places = await newest(tx, usedPlaces, usedPlaces.firstUsedAt, userId)
  const events = await newest(tx, securityEvents, securityEvents.createdAt, userId)
  const keys = await newest(tx, idempotencyKeys, idempotencyKeys.createdAt, userId)
  return {
    sessions: sessions.map(({ tokenHash: _hash, ...rest }) => rest),
    // The events themselves are among the notifications; here is whether each could be answered, and was.
    securityEvents: events.map(
      ({ tokenHash: _hash, values: _values, contactsBefore: _contacts, ...rest }) => rest,
    ),
    usedPlaces: places,
    phoneCodes: ofPhone.map(({ codeHash: _hash, ...rest }) => rest),
    emailCodes: ofEmail.map(({ codeHash: _hash, ...rest }) => rest),
    passwordCodes: ofPassword.map(({ codeHash: _hash, ...rest }) => rest),
    stepUpCodes: ofStepUp.map(({ codeHash: _hash, ...rest }) => rest),
    // An answer only repeats records that the export already holds.
    keyedCalls: keys.map(({ requestHash: _hash, body: _body, ...rest }) => rest),
  }
}

/** What was done in the account, without the name by which refused attempts are counted. */
async function activityOf(tx: Db, userId: string) {
  const rows = await newest(tx, activity, activity.at, userId)
  return rows.map(({ countedAs: _name, ...rest }) => rest)
}

/** The second factors and what was tried at them, without secrets. */
async function factorsOf(tx: Db, userId: string) {
  const factors = await newest(tx, secondFactors, secondFactors.createdAt, userId)
  const codes = await newest(tx, recoveryCodes, recoveryCodes.createdAt, userId)
  const challenges = await newest(tx, factorChallenges, factorChallenges.createdAt, userId)
  const devices = await newest(tx, trustedDevices, trustedDevices.createdAt, userId)
  return {
    secondFactors: factors.map(({ secretSealed: _secret, ...rest }) => rest),
    recoveryCodes: codes.map(({ codeHash: _hash, ...rest }) => rest),
    secondFactorChallenges: challenges.map(({ challengeHash: _hash, passwordMark: _mark, ...rest }) => rest),
    trustedDevices: devices.map(({ tokenHash: _hash, ...rest }) => rest),
    secondFactorTries: await newest(tx, factorTries, factorTries.triedAt, userId),
  }
}

async function notificationsOf(tx: Db, userId: string, language: Language) {
  const rows = await newest(tx, notifications, notifications.createdAt, userId)
  return rows.map((row) => {
    const { values: _values, ...rest } = row
    return { ...rest, message: unlinkedMessageOf(row, language) }
  })
}

/**
 * The export lists that a message or an application came from the account's e-mail, without its text: unlike a confirmed
 * phone, an e-mail in a public form is not proved to be theirs.
 */
function inquiryOf(row: typeof inquiries.$inferSelect, user: UserRow) {
  const { id, kind, status, createdAt } = row
  return isOwn(row, user) ? row : { id, kind, status, createdAt }
}

function isOwn({ kind, phone }: typeof inquiries.$inferSelect, user: UserRow): boolean {
  return kind !== 'message' && (kind !== 'application' || phone === user.phone)
}

async function messagesTo(tx: Db, { id, email, phone }: UserRow) {
  const addresses = [email, phone].filter((address) => address !== null)
  const rows = await tx
    .select()
    .from(outbox)
    .where(or(eq(outbox.userId, id), and(isNull(outbox.userId), inArray(outbox.recipient, addresses))))
    .orderBy(desc(outbox.createdAt))
    .limit(maxRows + 1)
  return rows.map(({ values: _values, ...rest }) => rest)
}

/** The operator's decisions about the account, without the names of operators. A note decides nothing. */
function decisionsOn(tx: Db, userId: string) {
  const { action, reason, createdAt } = auditRecords
  return tx
    .select({ action, reason, createdAt })
    .from(auditRecords)
    .where(
      and(eq(auditRecords.subjectKind, 'user'), eq(auditRecords.subjectId, userId), ne(action, 'user.note')),
    )
    .orderBy(desc(createdAt))
    .limit(maxRows + 1)
}
