import { z } from 'zod'
import { currentPasswordFields } from '~/forms/current-password-field.server'

/** No field but the password, if it is requested. */
export const DeletionForm = z.object(currentPasswordFields)
