import { z } from 'zod'

/**
 * What the operator's calls have in common. Who of the operators may make one is its `roles`; each change is recorded in
 * the audit trail.
 */
export const extension = 'operator'
export const access = 'operator'

/** Why a change is made: for the audit trail, and for the second operator where it needs one. */
export const reason = z.string().trim().max(300).optional()

/** A decimal with a digit other than zero in it. */
export const aboveZero = /[1-9]/

/** A text in both languages, as it is stored. */
export const texts = z.object({ ru: z.string(), en: z.string() })

const Written = z.string().trim().min(1).max(10_000)

/** A text that an operator writes in both languages; neither is left empty. */
export const writtenTexts = z.object({ ru: Written, en: Written })

/**
 * Identifies the content that an operator has read. A change that names it is refused with `changed_meanwhile` if
 * another one was made since.
 */
export const version = z.string().max(64)

const Count = z.number().int().min(0)

/** How many cases of each queue wait for a decision. An upstream need not count more than a thousand: 1000 are as many or more. */
export const QueueCounts = z.object({
  payments: Count,
  refills: Count,
  transfers: Count.optional(),
  verifications: Count,
  inquiries: Count,
  applications: Count.optional(),
  proposals: Count.optional(),
})
