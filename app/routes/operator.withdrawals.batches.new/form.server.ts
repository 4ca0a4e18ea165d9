import { z } from 'zod'

/** The draft that was shown. */
export const NewBatchForm = z.object({
  system: z.string('required').max(128, 'too_long'),
  checksum: z.string('required').max(64, 'too_long'),
})
