/**
 * Transfers that the signer has made, as they come back. Invariants: each is judged by itself, and one that doesn't fit
 * leaves the others as they are; a withdrawal is completed once, by the decision that its own page makes; the same report
 * again changes nothing, and says so.
 */
import { and, eq, inArray, notInArray, sql } from 'drizzle-orm'
import { type contract } from '~/contract'
import { type CallOutput } from '~/contract/call'
import { isSameAddress } from '~/formats/wallet-address.server'
import { type Db } from '../../db/connect'
import { paymentBatches } from '../../db/schema/batches'
import { paymentSystems } from '../../db/schema/settings'
import { payments } from '../../db/schema/transfers'
import { compare } from '../../domain/decimal'
import { Refusal } from '../../domain/refusal'
import { readTransactionHash } from '../../domain/transaction-hash'
import { lockForBooks } from '../../funds/accruals'
import { type Services } from '../../services'
import { type OperatorContext, recordAudit } from '../audit'
import { carryOut } from '../cases/decide-case'
import { change, closeIfPaid, isResting, lockBatch, paymentsIn } from './batches'

type Reported = CallOutput<typeof contract.operator.previewTransfers>['results'][number]
type Batched = Awaited<ReturnType<typeof paymentsIn>>[number]

export interface Transfer {
  payment: string
  transactionHash: string
  /** As the file has them that came back. */
  wallet?: string
  amount?: string
}

/** A result for each transfer, as a report would have it now. @throws Refusal not_found */
export async function judgeTransfers(
  db: Db,
  { id, transfers, now }: { id: string; transfers: readonly Transfer[]; now: Date },
): Promise<Reported[]> {
  const [batch] = await db
    .select({ family: paymentSystems.family, downloadedAt: paymentBatches.downloadedAt })
    .from(paymentBatches)
    .innerJoin(paymentSystems, eq(paymentSystems.id, paymentBatches.systemId))
    .where(eq(paymentBatches.id, id))
  if (!batch) throw new Refusal('not_found')
  const rows = await paymentsIn(db, id)
  const inBatch = new Map(
    rows.filter(({ takenOutAt }) => takenOutAt === null).map((row) => [row.payment.id, row]),
  )
  const read = transfers.map((transfer) => ({
    ...transfer,
    hash: readTransactionHash(batch.family, transfer.transactionHash),
  }))
  const used = await usedElsewhere(
    db,
    read.flatMap(({ hash }) => hash ?? []),
    [...inBatch.keys()],
  )
  return read.map(({ hash, ...transfer }) => {
    const { payment, transactionHash } = transfer
    const isRepeated = read.some((other) => other.payment === payment && other.hash !== hash)
    const row = inBatch.get(payment)
    // What a signer has been given is sent, whatever was changed since.
    const rests = row !== undefined && batch.downloadedAt === null && isResting(row, now)
    const result = resultOf(row, transfer, { hash, isRepeated, used, rests })
    return { payment, transactionHash: hash ?? transactionHash, result }
  })
}

function resultOf(
  row: Batched | undefined,
  { wallet, amount }: Transfer,
  {
    hash,
    isRepeated,
    used,
    rests,
  }: { hash: string | null; isRepeated: boolean; used: ReadonlySet<string>; rests: boolean },
): Reported['result'] {
  if (!row) return 'not_in_batch'
  const { payment, frozenAt } = row
  if (wallet !== undefined && !isSameAddress(wallet, payment.wallet)) return 'changed'
  if (amount !== undefined && !isAmount(amount, payment.net)) return 'changed'
  if (hash === null) return 'hash_invalid'
  if (isRepeated) return 'repeated'
  if (payment.status !== 'under_review')
    return payment.transactionHash === hash ? 'already_completed' : 'decided_otherwise'
  if (used.has(hash)) return 'hash_used'
  if (frozenAt !== null) return 'frozen'
  return rests ? 'resting' : 'completed'
}

const isAmount = (text: string, amount: string): boolean =>
  /^\d+(\.\d+)?$/.test(text) && compare(text, amount) === 0

/** One transfer pays several withdrawals of a batch, but none of another one, or without a batch. */
async function usedElsewhere(
  db: Db,
  hashes: readonly string[],
  paymentIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const hash = sql<string>`lower(${payments.transactionHash})`
  const rows = await db
    .select({ hash })
    .from(payments)
    .where(and(inArray(hash, [...hashes]), notInArray(payments.id, [...paymentIds])))
  return new Set(rows.map((row) => row.hash))
}

/**
 * Completes the withdrawals whose transfers fit.
 * @returns the results, in the order of the transfers
 * @throws Refusal not_found
 */
export async function reportTransfers(
  tx: Db,
  services: Services,
  operator: OperatorContext,
  { id, transfers }: { id: string; transfers: readonly Transfer[] },
): Promise<Reported[]> {
  const batch = await lockBatch(tx, id)
  // All at once, so that what is judged stays so, and so that no decision waits for another in a circle.
  const rows = await paymentsIn(tx, id)
  await lockForBooks(tx, operator, [...new Set(rows.map(({ payment }) => payment.userId))])
  const results = await judgeTransfers(tx, { id, transfers, now: operator.now })
  const made = new Map(
    results.flatMap((one) => (one.result === 'completed' ? [[one.payment, one.transactionHash]] : [])),
  )
  for (const { payment } of rows) {
    const transactionHash = made.get(payment.id)
    if (transactionHash === undefined) continue
    const completion = { queue: 'payments', id: payment.id, batchId: id, transactionHash } as const
    await carryOut(tx, services, operator, { ...completion, decision: 'complete' })
  }
  if (made.size > 0) {
    if (batch.status === 'open') await change(tx, batch, { status: 'downloaded', downloadedAt: operator.now })
    await recordAudit(tx, operator, { verb: 'report', kind: 'batch', id, after: { completed: made.size } })
    await closeIfPaid(tx, operator, id)
  }
  return results
}
