import { type CaseQueue } from '~/contract/extensions/operator/cases'
import { type Decision } from '~/contract/extensions/operator/queues'
import { notifyOfSentWithdrawal } from '../../auth/security-notifications'
import { type Db } from '../../db/connect'
import { type Services } from '../../services'
import { decideApplication } from '../applications'
import { type OperatorContext } from '../audit'
import { type DecisionInput } from '../decisions'
import { decideInquiry } from '../inquiries'
import { decidePayment } from '../payments'
import { decideRefill } from '../refills'
import { decideTransfer } from '../transfers'
import { decideOnDocuments } from '../verifications'
import { endAssignment, refuseOthersAssignment } from './assignments'
import { type CaseSubject } from './subjects'

/**
 * A decision on a case by whoever has taken it, or on one that nobody has.
 * @throws Refusal validation, not_found, already_decided, case_taken, withdrawals_frozen
 */
export async function decideCase(
  tx: Db,
  services: Services,
  operator: OperatorContext,
  { queue, id, ...decision }: CaseSubject & Decision,
): Promise<void> {
  await refuseOthersAssignment(tx, operator, { queue, id })
  await carryOut(tx, services, operator, { queue, id, ...decision })
}

/**
 * A decision on a case: its money, its notification, its audit record and the end of its assignment are one transaction.
 * @throws Refusal validation, not_found, already_decided, payment_batched, withdrawals_frozen
 */
export async function carryOut(
  tx: Db,
  services: Services,
  operator: OperatorContext,
  { queue, id, ...decision }: CaseSubject & Omit<DecisionInput, 'id'>,
): Promise<void> {
  await decideOn[queue](tx, operator, { id, ...decision })
  if (queue === 'payments' && decision.decision === 'complete') await notifyOfSentWithdrawal(tx, services, id)
  // Under review it waits for the same operator.
  if (decision.decision !== 'review') await endAssignment(tx, { queue, id })
}

const decideOn: Record<CaseQueue, typeof decidePayment> = {
  payments: decidePayment,
  refills: decideRefill,
  transfers: decideTransfer,
  verifications: decideOnDocuments,
  inquiries: decideInquiry,
  applications: decideApplication,
}
