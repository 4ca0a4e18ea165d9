import { type CaseQueue } from '~/contract/extensions/operator/cases'
import { operatorPaths } from '~/operator-paths'

/** Where the cases of each queue are. */
export const casePath: Record<CaseQueue, (id: string) => string> = {
  payments: operatorPaths.withdrawal,
  refills: operatorPaths.topUp,
  verifications: operatorPaths.verification,
  inquiries: operatorPaths.message,
}

export const queuePath: Record<CaseQueue, typeof operatorPaths.withdrawals> = {
  payments: operatorPaths.withdrawals,
  refills: operatorPaths.topUps,
  verifications: operatorPaths.verifications,
  inquiries: operatorPaths.messages,
}
