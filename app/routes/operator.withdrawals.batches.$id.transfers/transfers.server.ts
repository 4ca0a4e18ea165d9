import { createHash } from 'node:crypto'
import {
  type FileProblem,
  readWritten,
  textOfFile,
  transfersInTable,
  written,
} from '~/batches/transfers.server'
import { type RequestContext } from '~/context'
import { fieldNameOf } from './form.server'
import { type BatchedPayment, type Reported, type Transfer } from '~/contract/extensions/operator/batches'
import { type Review, type Reviewed } from '~/money-forms/review.server'

/** What was reported, from the signer's table, the fields of the page, or the check page, and what it would do. */

export interface TransfersReview extends Reviewed {
  results: readonly Reported[]
}

/** The transfers of a posted file; null if none was posted. */
export async function postedTable({ upload }: RequestContext): Promise<Transfer[] | FileProblem | null> {
  if (!upload) return null
  const { first } = upload
  if (!first?.fileName) return 'unreadable'
  const text = await textOfFile(first.bytes)
  return text === null ? 'unreadable' : transfersInTable(text)
}

/**
 * The transfers that were typed: a hash of its own also for a withdrawal that waits for none any more, so that the check
 * page says so; the hash for all only for those that wait.
 */
export function typedTransfers(
  payments: readonly BatchedPayment[],
  { hashes = {}, all }: { hashes?: Readonly<Record<string, string | undefined>>; all?: string },
): Transfer[] {
  return payments.flatMap((payment) => {
    const transactionHash = hashes[fieldNameOf(payment)] || (isWaiting(payment) && all)
    return transactionHash ? [{ payment: payment.id, transactionHash }] : []
  })
}

export const isWaiting = ({ status, takenOut }: BatchedPayment) => !takenOut && status === 'under_review'

/** The check page sends these; a digest of them is what the key of the report stands for. */
export function keep({ form }: RequestContext, transfers: readonly Transfer[]) {
  const rows = written(transfers)
  form?.set('rows', rows)
  return { transfers: readWritten(rows), digest: createHash('sha256').update(rows).digest('base64url') }
}

/** From the check page back to the fields. */
export function backToFields(
  { form }: RequestContext,
  payments: readonly BatchedPayment[],
  rows: string,
): void {
  const hashes = new Map(readWritten(rows).map(({ payment, transactionHash }) => [payment, transactionHash]))
  form?.delete('rows')
  for (const { id } of payments) {
    const hash = hashes.get(id)
    if (hash !== undefined) form?.set(`hashes.${fieldNameOf({ id })}`, hash)
  }
}

/** What a report would do now. Only shown results can be confirmed. */
export async function reviewTransfers(
  { upstream }: RequestContext,
  id: string,
  transfers: readonly Transfer[],
): Promise<Review<TransfersReview>> {
  const { results } = await upstream.operator.previewTransfers({ id, transfers: [...transfers] })
  const figures = createHash('sha256').update(JSON.stringify(results)).digest('base64url')
  return { review: { results, figures } }
}
