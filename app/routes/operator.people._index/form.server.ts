import { z } from 'zod'
import { Id } from '~/contract/values'
import { operatorRoles } from '~/contract/operator-roles'
import { EmailField } from '~/forms/field-schemas.server'

export const InviteForm = z.object({
  email: EmailField,
  role: z.enum(operatorRoles, 'required'),
})

/** The button of an open invitation. */
export const RevokeForm = z.object({ invitation: Id })
