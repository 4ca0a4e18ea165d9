import { z } from 'zod'

/** Its button says it all. */
export const DeletionForm = z.object({})
