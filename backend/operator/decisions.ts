import { type Decision } from '~/contract/extensions/operator/queues'
import { Refusal } from '../domain/refusal'

/** What a decision has to carry. One that does not fit its subject is refused at its field. */

export type DecisionInput = { id: string } & Decision

/** The decision, one of those that this subject can take. @throws Refusal of the field `decision` */
export function oneOfDecisions<const Words extends readonly Decision['decision'][]>(
  { decision }: DecisionInput,
  words: Words,
): Words[number] {
  const fitting = words.find((word) => word === decision)
  if (!fitting) throw Refusal.ofField('decision', 'decision_invalid')
  return fitting
}

/**
 * The reason in the operator's words.
 * @throws Refusal of the field `reason` when it is empty
 */
export const reasonOf = (decision: DecisionInput): string => said(decision.reason, 'reason')

/**
 * The hash of the transfer.
 * @throws Refusal of the field `transactionHash` when it is empty
 */
export const transactionHashOf = (decision: DecisionInput): string =>
  said(decision.transactionHash, 'transactionHash')

function said(text: string | undefined, field: string): string {
  const trimmed = text?.trim() ?? ''
  if (trimmed === '') throw Refusal.ofField(field, 'required')
  return trimmed
}
