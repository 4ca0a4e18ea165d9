import { z } from 'zod'
import { stepUpFields } from '~/forms/step-up-field.server'

/** No field but the password, if it is requested. */
export const DeletionForm = z.object(stepUpFields)
