import { type CaseQueue } from '~/contract/extensions/operator/cases'

/**
 * Whether somebody reads the reason of a decision: of each refusal, and of a deletion, whose last mail it is. An applicant
 * is sent an answer instead.
 */
export const needsReason = (queue: CaseQueue, decision: string): boolean =>
  queue !== 'applications' && (decision === 'reject' || (queue === 'inquiries' && decision === 'complete'))
