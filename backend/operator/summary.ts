import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm'
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
  const open = inArray(payments.status, ['pending', 'under_review'])
  const [
    ofPayments,
    overdue,
    ofRefills,
    ofVerifications,
    ofInquiries,
    everyone,
    accounts,
    supply,
    ofProposals,
    fourEyes,
  ] = await Promise.all([
    db.$count(payments, open),
    db.$count(payments, and(open, lt(payments.expectedBy, now))),
    db.$count(refills, and(eq(refills.status, 'pending'), gt(refills.expiresAt, now))),
    db.$count(verifications, eq(verifications.status, 'in_process')),
    db.$count(inquiries, eq(inquiries.status, 'open')),
    db.$count(users),
    accountSums(db),
    addressSupply(db, { now, demo }),
    countProposals(db, now),
    fourEyesOf(db),
  ])
  return {
    queues: {
      payments: ofPayments,
      refills: ofRefills,
      verifications: ofVerifications,
      inquiries: ofInquiries,
      proposals: ofProposals,
    },
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
