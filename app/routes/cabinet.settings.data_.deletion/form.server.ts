import { z } from 'zod'
import { currentPasswordFields } from '~/forms/current-password-field.server'

/** Its button says it all, but for the password where that is asked for. */
export const DeletionForm = z.object(currentPasswordFields)
