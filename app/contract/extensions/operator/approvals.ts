import { z } from 'zod'
import { type Understood } from '../../reading'
import { call } from '../../call'
import { FourEyes } from '../../settings'
import { Id, Login, Text, Time, listOf, listQuery, word } from '../../values'
import { access } from './call'

/** Four eyes: changes that one operator proposes and another one approves. */

const extension = 'approvals'

export const proposalStatuses = ['open', 'approved', 'rejected', 'withdrawn', 'expired', 'failed'] as const

/** By whom, when and from where. */
const Signed = z.object({
  by: Login,
  at: Time,
  address: z.string().max(64).nullable(),
  device: z.string().max(300).nullable(),
})

/**
 * A change that waits for a second operator, or waited. It is judged anew when it is approved: a subject that has moved
 * since makes it `failed`, with nothing changed.
 */
export const Proposal = z.object({
  id: Id,
  /** The contract's name of the call that was made, such as `operator.editPlan`. */
  call: z.string().max(64),
  /** What it changes; without an id it makes something new. */
  subject: z.object({ kind: z.string().max(32), id: Id.nullable() }),
  status: word(...proposalStatuses),
  reason: Text.nullable(),
  proposed: Signed,
  expiresAt: Time,
  /** The decision: of an approval that failed with the error that the change was refused with. */
  decided: Signed.extend({ reason: Text.nullable(), failure: z.string().max(64).nullable() }).nullable(),
  /** What the change leaves as it is, and what it makes of the rest; null is nothing. */
  facts: z.array(z.object({ name: z.string().max(300), before: Text.nullable(), after: Text.nullable() })),
  /** Whether the reader has proposed it, and whether they may approve or reject it. */
  isOwn: z.boolean(),
  mayDecide: z.boolean(),
  /**
   * While it waits: how many operators other than its own may approve it, some of them once the week is over that
   * `approver_not_independent` is about.
   */
  approvers: z.number().int().min(0).optional(),
})
export type Proposal = Understood<typeof Proposal>

/**
 * In the answer of a call that may need a second operator: the proposal that was made instead of the change. The rest of
 * the answer is as it stands then.
 */
export const proposed = { proposal: Proposal.nullable().optional() }

/** Of a case: the proposal that is open about it. */
export const OpenProposal = z.object({ id: Id, by: Login, at: Time })

export const approvals = {
  proposals: call({
    method: 'GET',
    path: '/ext/operator/proposals',
    access,
    roles: ['cashier'],
    extension,
    summary: 'Changes that wait for a second operator, or waited; the open ones first',
    query: listQuery(['proposedAt'], { status: z.enum(proposalStatuses).optional() }),
    output: listOf(Proposal, { rules: FourEyes }),
  }),
  proposal: call({
    method: 'GET',
    path: '/ext/operator/proposals/{id}',
    access,
    roles: ['cashier'],
    extension,
    summary: 'One of them',
    params: z.object({ id: Id }),
    output: Proposal,
    errors: ['not_found'],
  }),
  decideProposal: call({
    method: 'POST',
    path: '/ext/operator/proposals/{id}/decide',
    access,
    roles: ['cashier'],
    extension,
    summary:
      'Approves, which makes the change, or rejects with a reason, both by another operator; or withdraws one’s own',
    params: z.object({ id: Id }),
    body: z.object({
      decision: z.enum(['approve', 'reject', 'withdraw']),
      reason: z.string().trim().max(300).optional(),
    }),
    output: z.object({ proposal: Proposal }),
    keyed: true,
    errors: ['already_decided', 'approver_not_independent', 'not_found', 'own_proposal', 'proposal_expired'],
  }),
}
