import { type Contract } from '~/contract'
import { type CaseQueue } from '~/contract/extensions/operator/cases'
import { operatorPaths } from '~/operator-paths'

/** Where the cases of each queue are. */
export const casePath: Record<CaseQueue, (id: string) => string> = {
  payments: operatorPaths.withdrawal,
  refills: operatorPaths.topUp,
  transfers: operatorPaths.transfer,
  verifications: operatorPaths.verification,
  inquiries: operatorPaths.message,
  applications: operatorPaths.application,
}

/** The queues as addresses name them. */
export const queueName: Record<CaseQueue, string> = {
  payments: 'withdrawals',
  refills: 'top-ups',
  transfers: 'transfers',
  verifications: 'verifications',
  inquiries: 'messages',
  applications: 'applications',
}

export const queuePath: Record<CaseQueue, typeof operatorPaths.withdrawals> = {
  payments: operatorPaths.withdrawals,
  refills: operatorPaths.topUps,
  transfers: operatorPaths.transfers,
  verifications: operatorPaths.verifications,
  inquiries: operatorPaths.messages,
  applications: operatorPaths.applications,
}

/** The queues in the order of the navigation; the contract's own list would bring its schemas to browsers. */
export const queueList = Object.keys(queueName) as CaseQueue[] // the keys of the record

/** The queue of an address. @throws Response 404 if there is none */
export function queueOf(name: string | undefined): CaseQueue {
  const found = queueList.find((queue) => queueName[queue] === name)
  if (!found) throw new Response(null, { status: 404 })
  return found
}

/** The call by which a case of each queue is decided. */
export const decisionCalls = {
  payments: 'decidePayment',
  refills: 'decideRefill',
  transfers: 'decideTransfer',
  verifications: 'decideVerification',
  inquiries: 'decideInquiry',
  applications: 'decideApplication',
} as const satisfies Record<CaseQueue, keyof Contract['operator']>
