import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { type Case } from '~/contract/extensions/operator/cases'
import { type contract } from '~/contract'
import { type CallOutput } from '~/contract/call'
import { isSameAddress } from '~/formats/wallet-address.server'
import { type Db } from '../../db/connect'
import { auditRecords } from '../../db/schema/operator'
import { wallets } from '../../db/schema/people'
import { heldPayments, payments } from '../../db/schema/transfers'
import { users } from '../../db/schema/users'
import { worthInUsdt } from '../../domain/currencies'
import { ratesAt } from '../../funds/rates'
import { anomalyOf } from '../anomalies'
import { applicationOf } from '../applications'
import { type OperatorView } from '../audit'
import { inquiryOf } from '../inquiries'
import { ownedPayment } from '../payments'
import { ownedRefill } from '../refills'
import { candidatesFor, transferOf } from '../transfers'
import { verificationOf } from '../verifications'
import { caseInvestor } from './case-investor'
import { assignmentOf } from './assignments'
import { nextCase } from './next-case'
import { notesOf } from './notes'
import { type CaseSubject, kindOf, ownerOf } from './subjects'

/** One case of a queue as an operator sees it, with what its decision needs. */

export interface CaseReader extends OperatorView {
  operatorId: string
  realNow: Date
  /** Which page of the notes is read; the first by default. */
  notesPage?: number
}

type Operator = typeof contract.operator

/** @throws Refusal not_found */
export async function paymentCase(
  db: Db,
  reader: CaseReader,
  id: string,
): Promise<CallOutput<Operator['payment']>> {
  const shared = await caseOf(db, reader, { queue: 'payments', id })
  const payment = await ownedPayment(db, id, reader)
  const [rates, wallet, held] = await Promise.all([
    ratesAt(db, reader.now),
    walletFacts(db, payment.owner.id, payment.wallet ?? ''),
    heldBy(db, reader, id),
  ])
  const worth = worthInUsdt(payment.amount, rates.get(payment.currency) ?? '0')
  return { payment, wallet, worth, held, case: shared }
}

/** @throws Refusal not_found */
export async function refillCase(
  db: Db,
  reader: CaseReader,
  id: string,
): Promise<CallOutput<Operator['refill']>> {
  const shared = await caseOf(db, reader, { queue: 'refills', id })
  return { refill: await ownedRefill(db, id, reader), case: shared }
}

/** @throws Refusal not_found */
export async function transferCase(
  db: Db,
  reader: CaseReader,
  id: string,
): Promise<CallOutput<Operator['transfer']>> {
  const shared = await caseOf(db, reader, { queue: 'transfers', id })
  const [transfer, candidates] = await Promise.all([
    transferOf(db, reader, id),
    candidatesFor(db, reader, id),
  ])
  return { transfer, candidates, case: shared }
}

/** @throws Refusal not_found */
export async function verificationCase(
  db: Db,
  reader: CaseReader,
  id: string,
): Promise<CallOutput<Operator['verification']>> {
  const shared = await caseOf(db, reader, { queue: 'verifications', id })
  return { verification: await verificationOf(db, id), case: shared }
}

/** @throws Refusal not_found */
export async function inquiryCase(
  db: Db,
  reader: CaseReader,
  id: string,
): Promise<CallOutput<Operator['inquiry']>> {
  const shared = await caseOf(db, reader, { queue: 'inquiries', id })
  return { inquiry: await inquiryOf(db, id), case: shared }
}

/** @throws Refusal not_found */
export async function applicationCase(
  db: Db,
  reader: CaseReader,
  id: string,
): Promise<CallOutput<Operator['application']>> {
  const shared = await caseOf(db, reader, { queue: 'applications', id })
  return { application: await applicationOf(db, reader, id), case: shared }
}

/** What every case has. @throws Refusal not_found */
async function caseOf(db: Db, reader: CaseReader, subject: CaseSubject): Promise<Case> {
  const userId = await ownerOf(db, subject)
  const [assignment, noted, decisions, investor, next] = await Promise.all([
    assignmentOf(db, subject, reader.realNow),
    notesOf(db, subject, reader.notesPage),
    decisionsOn(db, subject),
    userId === null ? null : caseInvestor(db, userId, reader.now),
    nextCase(db, subject, reader),
  ])
  const taken = assignment && {
    ...{ by: assignment.by, at: assignment.at.toISOString() },
    isOwn: assignment.operatorId === reader.operatorId,
  }
  return { taken, ...noted, decisions, investor, next }
}

/** What the audit trail has about the case, without the work on it that decides nothing. */
async function decisionsOn(db: Db, { queue, id }: CaseSubject): Promise<Case['decisions']> {
  const kind = kindOf(queue)
  const rows = await db
    .select({ record: auditRecords, by: users.login })
    .from(auditRecords)
    .leftJoin(users, eq(users.id, auditRecords.actorId))
    .where(
      and(
        eq(auditRecords.subjectKind, kind),
        eq(auditRecords.subjectId, id),
        sql`${auditRecords.action} not in ${[`${kind}.take`, `${kind}.release`, `${kind}.note`]}`,
      ),
    )
    .orderBy(desc(auditRecords.createdAt), desc(auditRecords.id))
    .limit(100)
  return rows.map(({ record: { action, reason, createdAt }, by }) => ({
    ...{ action, by, reason },
    at: createdAt.toISOString(),
  }))
}

async function walletFacts(db: Db, userId: string, wallet: string) {
  const [sent, saved] = await Promise.all([
    db
      .select({ wallet: payments.wallet, at: payments.withdrawnAt })
      .from(payments)
      .where(
        and(
          eq(payments.userId, userId),
          eq(sql`lower(${payments.wallet})`, wallet.toLowerCase()),
          isNotNull(payments.withdrawnAt),
        ),
      )
      .orderBy(desc(payments.withdrawnAt)),
    db.select().from(wallets).where(eq(wallets.userId, userId)),
  ])
  const paid = sent.filter((one) => isSameAddress(one.wallet, wallet))
  const own = saved.find((one) => isSameAddress(one.address, wallet))
  return {
    paid: paid.length,
    lastPaidAt: paid[0]?.at?.toISOString() ?? null,
    savedSince: own?.updatedAt.toISOString() ?? null,
  }
}

async function heldBy(db: Db, reader: CaseReader, id: string) {
  if ((await db.$count(heldPayments, eq(heldPayments.paymentId, id))) === 0) return null
  const { found, heldAt, cleared } = await anomalyOf(db, id, reader)
  return { found, heldAt, cleared }
}
