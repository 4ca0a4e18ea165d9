import { z } from 'zod'
import { operatorRoles } from '~/contract/operator-roles'
import { isRefusal } from '~/forms/edit.server'
import { publicPanel } from '~/upstream/panel.server'
import { type Upstream } from '~/upstream/types'

/** What may be decided about another operator. */
export const decisions = ['change_role', 'suspend', 'restore', 'end_sessions'] as const

export const DecideForm = z.object({
  decision: z.enum(decisions, 'required'),
  /** Of a change of it alone. */
  role: z.enum(operatorRoles).optional(),
  reason: z.string('required').trim().min(1, 'required').max(300, 'too_long'),
  /** What the page has shown of the operator. */
  state: z.string().max(128, 'invalid').optional(),
})

type Decision = z.output<typeof DecideForm>
type Decided = Awaited<ReturnType<Upstream['operator']['operator']>>

/** What other admins may decide meanwhile: a page that was opened before must not undo that unseen. */
export const stateOf = ({ role, suspended }: Pick<Decided, 'role' | 'suspended'>): string =>
  [role, suspended?.since].filter(Boolean).join(' ')

/** Whether a decision that was refused, or had no answer, is in force exactly as it was sent. */
export async function isInForce(
  upstream: Upstream,
  id: string,
  decision: Decision,
  error: unknown,
): Promise<boolean> {
  if (!isRefusal(error)) return false
  const operator = await publicPanel(upstream.operator.operator({ id }))
  return operator !== null && isAsDecided(operator, decision)
}

/** Whether an operator is what a decision makes of them. */
export function isAsDecided(
  operator: Pick<Decided, 'role' | 'suspended'>,
  { decision, role, reason }: Decision,
): boolean {
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
