import { createHash } from 'node:crypto'
import { z } from 'zod'
import { maxWrittenChars } from '~/batches/transfers.server'
import { type BatchedPayment } from '~/contract/extensions/operator/batches'

const Hash = z.string().trim().max(128, 'too_long').optional()

/**
 * Hashes are by their withdrawals, so that each stays with its own though others are taken out of the batch meanwhile; `rows` is
 * what the check page carries.
 */
export const transfersForm = (payments: readonly Pick<BatchedPayment, 'id'>[]) =>
  z.object({
    hashes: z.object(Object.fromEntries(payments.map((payment) => [fieldNameOf(payment), Hash]))).optional(),
    all: Hash,
    rows: z.string().max(maxWrittenChars, 'too_long').optional(),
  })

/** The name of a withdrawal's field below `hashes`: short, and of letters that a field's name may have, whatever the id is. */
export const fieldNameOf = ({ id }: Pick<BatchedPayment, 'id'>): string =>
  createHash('sha256').update(id).digest('hex').slice(0, 16)
