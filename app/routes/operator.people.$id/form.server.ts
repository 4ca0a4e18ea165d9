import { z } from 'zod'
import { operatorRoles } from '~/contract/operator-roles'

/** What may be decided about another operator. */
export const decisions = ['change_role', 'suspend', 'restore', 'end_sessions'] as const

export const DecideForm = z.object({
  decision: z.enum(decisions, 'required'),
  /** Of a change of it alone. */
  role: z.enum(operatorRoles).optional(),
  reason: z.string('required').trim().min(1, 'required').max(300, 'too_long'),
})
