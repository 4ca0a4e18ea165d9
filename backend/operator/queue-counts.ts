import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import { type contract } from '~/contract'
import { type CallOutput } from '~/contract/call'
import { type Db } from '../db/connect'
import { inquiries } from '../db/schema/operator'
import { verifications } from '../db/schema/people'
import { payments, refills } from '../db/schema/transfers'
import { countProposals } from './open-proposals'

/**
 * How many cases wait for a decision. An approved withdrawal waits only to be paid out, and a top-up past its time for
 * nobody.
 */
export async function queueCounts(
  db: Db,
  now: Date,
): Promise<NonNullable<CallOutput<typeof contract.operator.self>['queues']>> {
  const undecided = and(inArray(payments.status, ['pending', 'under_review']), isNull(payments.approvedAt))
  const [ofPayments, ofRefills, ofVerifications, ofInquiries, ofProposals] = await Promise.all([
    db.$count(payments, undecided),
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
