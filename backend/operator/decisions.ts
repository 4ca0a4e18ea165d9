import { type Decision } from '~/contract/extensions/operator/queues'
import { Refusal } from '../domain/refusal'

/** The required fields of a decision. An invalid one is refused at its field. */

export type DecisionInput = {
  id: string
  /** Set if a batch decides on a withdrawal in it. */
  batchId?: string
} & Decision

/** The decision, if this subject allows it. @throws Refusal of the field `decision` */
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
export const reasonOf = (decision: { reason?: string }): string => requiredText(decision.reason, 'reason')

/**
 * The hash of the transfer.
 * @throws Refusal of the field `transactionHash` when it is empty
 */
export const transactionHashOf = (decision: DecisionInput): string =>
  requiredText(decision.transactionHash, 'transactionHash')

function requiredText(text: string | undefined, field: string): string {
  const trimmed = text?.trim() ?? ''
  if (trimmed === '') throw Refusal.ofField(field, 'required')
  return trimmed
}
