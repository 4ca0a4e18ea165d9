import { z } from 'zod'
import { operatorRoles } from '~/contract/operator-roles'
import { UpstreamFailure } from '~/upstream/failure.server'
import { type Upstream } from '~/upstream/types'

/** What may be decided about another operator. */
export const decisions = ['change_role', 'suspend', 'restore', 'end_sessions'] as const

export const DecideForm = z.object({
  decision: z.enum(decisions, 'required'),
  /** Of a change of it alone. */
  role: z.enum(operatorRoles).optional(),
  reason: z.string('required').trim().min(1, 'required').max(300, 'too_long'),
})

/** Whether a decision that was refused as made already is in force exactly as it was sent. */
export async function isInForce(
  upstream: Upstream,
  id: string,
  { decision, role, reason }: z.output<typeof DecideForm>,
  error: unknown,
): Promise<boolean> {
  if (!(error instanceof UpstreamFailure) || error.code !== 'already_decided') return false
  const operator = await upstream.operator.operator({ id })
  switch (decision) {
    case 'change_role':
      return operator.role === role
    case 'suspend':
      return operator.suspended?.reason === reason
    case 'restore':
      return operator.suspended === null
    case 'end_sessions':
      return false
  }
}
