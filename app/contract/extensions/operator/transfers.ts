import { z } from 'zod'
import { type Understood } from '../../reading'
import { Amount, Id, Login, Text, Time, word } from '../../values'
import { OpenProposal } from './approvals'

/** Transfers that have arrived and that no top-up took: an operator credits each of them, or closes it with a reason. */

export const transferStatuses = ['open', 'credited', 'closed'] as const

/** Why it was not credited by itself. */
const Problem = word(
  'unknown_address',
  'other_currency',
  'late',
  'no_request',
  'refused',
  'taken_back',
  'report_failed',
  'differs',
)

/** A transfer that waits for an operator, or waited. */
export const WaitingTransfer = z.object({
  id: Id,
  problem: Problem,
  /** `closed`: nothing was credited, or it had been credited before it waited. */
  status: word(...transferStatuses),
  /** What the network says of it: `dropped` is taken back. */
  state: word('seen', 'final', 'dropped'),
  amount: Amount,
  /** As its sender wrote it: it may be one that no investor holds. */
  currency: z.string().max(16),
  network: Text,
  address: z.string().max(256),
  transactionHash: z.string().max(256),
  /** What was reported, where that names no transfer: amount and hash are not known then, and it is only closed. */
  report: Text.nullable().optional(),
  /** Which of the transaction's payments it is, where it makes several. */
  output: z.string().max(64).nullable(),
  confirmations: z.number().int().min(0),
  /** How many make it final; null if that is not known. */
  required: z.number().int().min(0).nullable(),
  /** When the network showed it first, when it was reported last, and since when it waits. */
  seenAt: Time,
  reportedAt: Time,
  waitsSince: Time,
  /** Whose the address is; null: nobody's. */
  owner: z.object({ id: Id, login: Login }).nullable(),
  /** The top-up that it was credited to. */
  refill: Id.nullable(),
  /** Who has decided on it; null: nobody, or the network took it back before. */
  decided: z.object({ by: Login.nullable(), reason: Text.nullable(), at: Time }).nullable(),
  closedAt: Time.nullable(),
  takenBy: Login.nullable().optional(),
  /** The decision that waits for a second operator. */
  proposal: OpenProposal.nullable().optional(),
})
export type WaitingTransfer = Understood<typeof WaitingTransfer>
