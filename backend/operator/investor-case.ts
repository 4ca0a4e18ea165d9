/**
 * Everything about one investor in one answer. Invariants: each part is the newest few entries that an index gives, so
 * that the case of an investor with a hundred thousand operations is there as fast as any other; no text of a sent
 * message is in it, since that may hold a code or a link that ends sessions.
 */
import { type SQL, and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { type contract } from '~/contract'
import { type CallOutput } from '~/contract/call'
import { listActivity } from '../accounts/activity-list'
import { personalDataOf } from '../accounts/personal-data'
import { verificationView } from '../accounts/verification-state'
import { walletsOf } from '../accounts/wallets'
import { factorView, factorsOf } from '../auth/second-factors/factors'
import { recoveryCodesLeft } from '../auth/second-factors/recovery-codes'
import { liveTokens } from '../auth/tokens'
import { type Db } from '../db/connect'
import { deposits as depositRows } from '../db/schema/deposits'
import { ledgerAccounts } from '../db/schema/ledger'
import { notifications, outbox } from '../db/schema/notifications'
import { inquiries } from '../db/schema/operator'
import { verifications, wallets } from '../db/schema/people'
import { payments as paymentRows, refills as refillRows } from '../db/schema/transfers'
import { type UserRow, users } from '../db/schema/users'
import { currencies, worthInUsdt } from '../domain/currencies'
import { add, sum } from '../domain/decimal'
import { reasonText } from '../domain/house-reasons'
import { Refusal } from '../domain/refusal'
import { rowsOfDeposits } from '../funds/deposit-list'
import { depositView } from '../funds/deposit-view'
import { newestOperations } from '../funds/operations'
import { pageOfPayments, paymentView } from '../funds/payment-list'
import { ratesAt } from '../funds/rates'
import { pageOfRefills, refillView } from '../funds/refill-list'
import { notificationView } from '../notifications/view'
import { subjectOf } from '../outbox/texts'
import { type OperatorView, recordsAbout } from './audit'
import { notesOf } from './cases/notes'
import { viewOfInquiry } from './inquiries'
import { openProposalsAbout } from './open-proposals'
import { operatorUser } from './users'

type Case = CallOutput<typeof contract.operator.investor>

/** How many of the newest entries each part shows. */
const [few, some] = [5, 10]

/** @param reading.realNow by which sessions run; `origin` is this backend's own address, for pictures */
export interface CaseReading extends OperatorView {
  realNow: Date
  origin: string
  /** Which page of the notes is read; the first by default. */
  notesPage?: number
}

/** @throws Refusal not_found, also for an operator's account */
export async function investorCase(db: Db, reading: CaseReading, id: string): Promise<Case> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), eq(users.role, 'investor')))
  if (!row) throw new Refusal('not_found')
  const { now, language, timeZone, realNow } = reading
  const reader = { userId: id, now, language, timeZone }
  const newest = { limit: few }
  const ofInvestor = {
    deposits: eq(depositRows.userId, id),
    payments: eq(paymentRows.userId, id),
    refills: eq(refillRows.userId, id),
  }
  const [user, money, tree, person, verification] = await Promise.all([
    operatorUser(db, id, reading),
    accountsOf(db, id, now),
    partnersOf(db, row),
    personalDataOf(db, id),
    verificationOf(db, id),
  ])
  const [deposits, deposited, operations, payments, paid, refills, refilled] = await Promise.all([
    rowsOfDeposits(db, ofInvestor.deposits, newest),
    db.$count(depositRows, ofInvestor.deposits),
    newestOperations(db, reader, some),
    pageOfPayments(db, ofInvestor.payments, newest),
    db.$count(paymentRows, ofInvestor.payments),
    pageOfRefills(db, ofInvestor.refills, newest, now),
    db.$count(refillRows, ofInvestor.refills),
  ])
  const [sessions, activity, saved, factors, codesLeft, read, sent, inquired, noted, records, proposals] =
    await Promise.all([
      liveTokens(db, id, realNow),
      listActivity(db, reader, { limit: some }),
      savedWallets(db, id),
      factorsOf(db, id),
      recoveryCodesLeft(db, id),
      notificationsOf(db, row, reading.origin),
      messagesOf(db, id, language),
      inquiriesOf(db, id),
      notesOf(db, { queue: 'investors', id }, reading.notesPage),
      recordsAbout(db, await subjectsOf(db, id), { language, limit: some }),
      openProposalsAbout(db, { userId: id, now }),
    ])
  return {
    user,
    erased: row.erasedAt !== null,
    withdrawalsRestUntil: restOf(row, now),
    ...money,
    deposits: { total: deposited, items: deposits.map((one) => depositView(one.row, language)) },
    operations: { items: operations },
    payments: {
      total: paid,
      items: payments.items.map((one) =>
        paymentView(one.row, language, { reader: 'operator', account: one.account }),
      ),
    },
    refills: { total: refilled, items: refills.items.map((one) => refillView(one.row, reading)) },
    ...tree,
    turnover: row.turnover,
    person,
    verification,
    sessions: sessions.map(({ createdAt, lastUsedAt, ...one }) => ({
      ...one,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
    })),
    activity: activity.items,
    wallets: saved,
    factors: { items: factors.map(factorView), recoveryCodesLeft: codesLeft },
    notifications: read,
    messages: sent,
    inquiries: inquired,
    ...noted,
    proposals,
    records: records.map(({ reason, ...record }) => ({
      ...record,
      reason: reason === null ? null : reasonText(reason, language),
    })),
  }
}

const restOf = ({ withdrawalsRestUntil: until }: UserRow, now: Date): string | null =>
  until !== null && until > now ? until.toISOString() : null

/** Each currency in which something was ever held, and USDT always. */
async function accountsOf(
  db: Db,
  userId: string,
  now: Date,
): Promise<Pick<Case, 'accounts' | 'totalInUsdt'>> {
  const rates = await ratesAt(db, now)
  const rows = await db.select().from(ledgerAccounts).where(eq(ledgerAccounts.userId, userId))
  const accounts = currencies.flatMap((currency) => {
    const own = rows.filter((row) => row.currency === currency)
    if (own.length === 0 && currency !== 'USDT') return []
    const of = (kind: (typeof own)[number]['kind']) => own.find((row) => row.kind === kind)?.balance ?? '0'
    const [balance, balance_dep] = [of('balance'), of('balance_dep')]
    const rate = rates.get(currency)
    const inUsdt = rate === undefined ? null : worthInUsdt(add(balance, balance_dep), rate)
    return [{ currency, balance, balance_dep, held: of('held'), rewards_held: of('rewards_held'), inUsdt }]
  })
  return { accounts, totalInUsdt: sum(accounts.map(({ inUsdt }) => inUsdt ?? '0')) }
}

/** Whom this investor was invited by, and whom it invited itself. */
async function partnersOf(db: Db, { id, inviterId }: UserRow): Promise<Pick<Case, 'inviter' | 'partners'>> {
  const invited = eq(users.inviterId, id)
  const [inviters, rows, total] = await Promise.all([
    inviterId === null
      ? []
      : db.select({ id: users.id, login: users.login }).from(users).where(eq(users.id, inviterId)),
    db.select().from(users).where(invited).orderBy(desc(users.registeredAt), desc(users.id)).limit(few),
    db.$count(users, invited),
  ])
  return {
    inviter: inviters[0] ?? null,
    partners: {
      total,
      items: rows.map((partner) => ({
        id: partner.id,
        login: partner.login,
        registeredAt: partner.registeredAt.toISOString(),
        turnover: partner.ownTurnover,
      })),
    },
  }
}

/** The newest submission of documents. */
async function verificationOf(db: Db, userId: string): Promise<Case['verification']> {
  const [last] = await db
    .select()
    .from(verifications)
    .where(eq(verifications.userId, userId))
    .orderBy(desc(verifications.submittedAt), desc(verifications.id))
    .limit(1)
  return { ...verificationView(last), id: last?.id ?? null }
}

async function savedWallets(db: Db, userId: string): Promise<Case['wallets']> {
  const saved = await walletsOf(db, userId)
  if (saved.length === 0) return []
  const folded = sql<string>`lower(${wallets.address})`
  const rows = await db
    .select({ address: folded, others: sql<number>`count(distinct ${wallets.userId})::int` })
    .from(wallets)
    .where(
      and(
        inArray(
          folded,
          saved.map(({ address }) => address.toLowerCase()),
        ),
        ne(wallets.userId, userId),
      ),
    )
    .groupBy(folded)
  return saved.map((wallet) => ({
    ...wallet,
    others: rows.find(({ address }) => address === wallet.address.toLowerCase())?.others ?? 0,
  }))
}

/** In the language in which the investor reads them. */
async function notificationsOf(
  db: Db,
  { id, language }: UserRow,
  origin: string,
): Promise<Case['notifications']> {
  const own = eq(notifications.userId, id)
  const [rows, total] = await Promise.all([
    db
      .select()
      .from(notifications)
      .where(own)
      .orderBy(desc(notifications.createdAt), desc(notifications.id))
      .limit(few),
    db.$count(notifications, own),
  ])
  return { total, items: rows.map((row) => notificationView(row, language, origin)) }
}

async function messagesOf(
  db: Db,
  userId: string,
  language: OperatorView['language'],
): Promise<Case['messages']> {
  const about = eq(outbox.userId, userId)
  const [rows, total] = await Promise.all([
    db.select().from(outbox).where(about).orderBy(desc(outbox.createdAt), desc(outbox.id)).limit(few),
    db.$count(outbox, about),
  ])
  return {
    total,
    items: rows.map(({ id, channel, recipient, kind, createdAt, sentAt, givenUpAt }) => ({
      ...{ id, channel, recipient },
      subject: subjectOf(kind, language),
      createdAt: createdAt.toISOString(),
      sentAt: sentAt?.toISOString() ?? null,
      givenUp: givenUpAt !== null,
    })),
  }
}

async function inquiriesOf(db: Db, userId: string): Promise<Case['inquiries']> {
  const rows = await db
    .select({ inquiry: inquiries, login: users.login })
    .from(inquiries)
    .innerJoin(users, eq(users.id, inquiries.userId))
    .where(eq(inquiries.userId, userId))
    .orderBy(asc(inquiries.status), desc(inquiries.createdAt), desc(inquiries.id))
    .limit(few)
  return rows.map(viewOfInquiry)
}

/** The account and its newest entries, which operators decide on. */
async function subjectsOf(db: Db, userId: string): Promise<string[]> {
  const newestOf = (table: string, by: string): SQL => sql`
    (select id from ${sql.identifier(table)} where user_id = ${userId} order by ${sql.identifier(by)} desc limit 20)`
  const { rows } = await db.execute<{ id: string }>(sql`
    ${newestOf('payments', 'created_at')} union all ${newestOf('refills', 'created_at')} union all
    ${newestOf('verifications', 'submitted_at')}`)
  return [userId, ...rows.map(({ id }) => id)]
}
