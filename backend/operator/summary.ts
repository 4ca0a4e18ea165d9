import { and, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import { type contract } from '~/contract'
import { type CallOutput } from '~/contract/call'
import { type Db } from '../db/connect'
import { inquiries } from '../db/schema/operator'
import { ledgerAccounts } from '../db/schema/ledger'
import { verifications } from '../db/schema/people'
import { payments, refills } from '../db/schema/transfers'
import { users } from '../db/schema/users'
import { plain } from '../domain/decimal'
import { addressSupply } from '../funds/receiving-addresses'
import { isLow } from './address-warning'
import { fourEyesOf } from './four-eyes'
import { countProposals } from './open-proposals'

type Summary = CallOutput<typeof contract.operator.summary>

const undecided = inArray(payments.status, ['pending', 'under_review'])

/**
 * How many cases wait for a decision. An approved withdrawal waits only to be paid out, and a top-up past its time for
 * nobody.
 */
export async function queueCounts(db: Db, now: Date): Promise<Summary['queues']> {
  const [ofPayments, ofRefills, ofVerifications, ofInquiries, ofProposals] = await Promise.all([
    db.$count(payments, and(undecided, isNull(payments.approvedAt))),
    db.$count(refills, and(eq(refills.status, 'pending'), gt(refills.expiresAt, now))),
    db.$count(verifications, eq(verifications.status, 'in_process')),
    db.$count(inquiries, eq(inquiries.status, 'open')),
    countProposals(db, now),
  ])
  return {
    payments: ofPayments,
    refills: ofRefills,
    verifications: ofVerifications,
    inquiries: ofInquiries,
    proposals: ofProposals,
  }
}

/**
 * The numbers of open decisions, and the books: the house's accounts and, by kind and currency, its debts to investors.
 * Per currency all of them sum to zero.
 * @param now the product's time, by which a withdrawal is overdue and a top-up past its time
 * @param lowAddresses fewer receiving addresses of a payment system than these are too few
 */
export async function operatorSummary(
  db: Db,
  { now, demo, lowAddresses }: { now: Date; demo: boolean; lowAddresses: number },
): Promise<Summary> {
  const [queues, overdue, everyone, accounts, supply, fourEyes] = await Promise.all([
    queueCounts(db, now),
    db.$count(payments, and(undecided, lt(payments.expectedBy, now))),
    db.$count(users),
    accountSums(db),
    addressSupply(db, { now, demo }),
    fourEyesOf(db),
  ])
  return {
    queues,
    overdue,
    fourEyes: fourEyes.on,
    addresses: supply.map((one) => ({
      system: one.systemId,
      title: one.title,
      free: one.free,
      isLow: isLow(one, lowAddresses),
    })),
    accounts,
    users: everyone,
  }
}

async function accountSums(db: Db): Promise<Summary['accounts']> {
  const { kind, currency, balance } = ledgerAccounts
  const rows = await db
    .select({ account: kind, currency, balance: sql<string>`sum(${balance})` })
    .from(ledgerAccounts)
    .groupBy(kind, currency)
    .orderBy(kind, currency)
  return rows.map((row) => ({ ...row, balance: plain(row.balance) }))
}
