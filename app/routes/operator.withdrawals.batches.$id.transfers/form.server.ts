import { z } from 'zod'

/** `hashes` are by the places of the withdrawals in the batch; `rows` is what the check page carries. */
export const TransfersForm = z.object({
  hashes: z.array(z.string().trim().max(128, 'too_long').optional()).max(100).optional(),
  all: z.string().trim().max(128, 'too_long').optional(),
  rows: z.string().max(20_000, 'too_long').optional(),
})
