import { z } from 'zod'

export const SubscriptionForm = z.object({ optionId: z.string('option_required').max(64, 'invalid') })
