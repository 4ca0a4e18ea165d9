import { eq, sql } from 'drizzle-orm'
import { type contract } from '~/contract'
import { type CallOutput } from '~/contract/call'
import { type Db } from '../db/connect'
import { refills } from '../db/schema/transfers'
import { lockAccount } from '../db/lock-account'
import { type Decimal, compare, plain } from '../domain/decimal'
import { Refusal } from '../domain/refusal'
import { lockForBooks } from '../funds/accruals'
import { type FundsContext } from '../funds/context'
import { type RefillQuery, filtersOf, orderOfRefills, pageOfRefills, refillView } from '../funds/refill-list'
import { type RefillRow, creditRefill, rejectRefill } from '../funds/refills'
import { type OperatorContext, type OperatorView, recordAudit } from './audit'
import { type SearchedTable, pageOfCases } from './case-search'
import { type DecisionInput, oneOfDecisions, reasonOf, transactionHashOf } from './decisions'
import { openProposalsOf } from './open-proposals'
import { closeCredited, lockTransfersOf } from './waiting-transfers'

/** Top-ups of all investors, and the decisions on them. */

/** Top-ups, newest first; a search finds a whole number, or the beginning of a wallet, a hash or the owner's login. */
export async function listAllRefills(
  db: Db,
  reader: OperatorView,
  query: RefillQuery,
): Promise<CallOutput<typeof contract.operator.refills>> {
  const filters = filtersOf(query, reader)
  const order = orderOfRefills(query, reader.now)
  const found = await pageOfCases(db, searched, query, { filters, order }, async (where, page) => {
    const { items } = await pageOfRefills(db, where, page, reader.now)
    return items
  })
  const ids = found.items.map(({ row }) => row.id)
  const open = await openProposalsOf(db, { kind: 'refill', ids, now: reader.now })
  const items = found.items.map(({ row, owner }) => ({
    ...refillView(row, reader),
    owner,
    proposal: open.get(row.id) ?? null,
  }))
  return { ...found, items }
}

const searched: SearchedTable = {
  ...{ table: refills, id: refills.id, userId: refills.userId },
  beginnings: [sql`lower(${refills.wallet})`, sql`lower(${refills.transactionHash})`],
}

/** One top-up as the operator shows it. The caller knows that it exists. */
export async function ownedRefill(db: Db, id: string, reader: OperatorView) {
  const { items } = await pageOfRefills(db, eq(refills.id, id), {}, reader.now)
  const { row, owner } = items[0]!
  const open = await openProposalsOf(db, { kind: 'refill', ids: [id], now: reader.now })
  return { ...refillView(row, reader), owner, proposal: open.get(id) ?? null }
}

/**
 * Credits what arrived (`creditedAmount`, more or less than requested, by the transfer of `transactionHash`), also when
 * the request is past its time, or rejects with a reason for the investor. A transfer that waits for an operator and is this
 * one waits no more then.
 * @throws Refusal validation, not_found, already_decided
 */
export async function decideRefill(
  tx: Db,
  operator: OperatorContext,
  decision: DecisionInput,
): Promise<void> {
  const refillId = decision.id
  const verb = oneOfDecisions(decision, ['approve', 'reject'])
  const subject = { verb, kind: 'refill', id: refillId } as const
  if (verb === 'reject') {
    const reason = reasonOf(decision)
    const before = auditedFields(await lockedRefill(tx, operator, refillId))
    const after = auditedFields(await rejectRefill(tx, operator, { refillId, reason }))
    return recordAudit(tx, operator, { ...subject, reason, before, after })
  }
  const transfer = { refillId, by: 'operator', ...arrivedBy(decision) } as const
  // Before the account, as the network's reports lock them.
  const reported = await reportedAs(tx, transfer)
  const before = auditedFields(await lockedRefill(tx, operator, refillId))
  const credited = await creditRefill(tx, operator, transfer).catch((error: unknown) => {
    throw atCreditedAmount(error)
  })
  await recordAudit(tx, operator, { ...subject, before, after: auditedFields(credited) })
  // Of several payments of one transaction it is the one of this amount; else only the decision on one of them says which.
  const isThis = ({ amount }: { amount: string }) => compare(plain(amount), plain(transfer.amount)) === 0
  const [only, another] = reported.length === 1 ? reported : reported.filter(isThis)
  if (only && !another) await closeCredited(tx, operator, only, refillId)
}

/** The transfers of this hash that wait for an operator. */
async function reportedAs(
  tx: Db,
  { refillId, transactionHash }: { refillId: string; transactionHash: string },
) {
  const { wallet, currency } = refills
  const [refill] = await tx.select({ wallet, currency }).from(refills).where(eq(refills.id, refillId))
  return refill ? lockTransfersOf(tx, { ...refill, transactionHash }) : []
}

/** What a decision changes, as the audit trail has it. */
const auditedFields = ({ status, creditedAmount, transactionHash }: RefillRow) => ({
  status,
  creditedAmount,
  transactionHash,
})

/** The top-up as the decision finds it: its owner is locked before it, as a credit does. */
async function lockedRefill(tx: Db, context: FundsContext, id: string): Promise<RefillRow> {
  const [found] = await tx.select({ userId: refills.userId }).from(refills).where(eq(refills.id, id))
  if (!found) throw new Refusal('not_found')
  await lockForBooks(tx, context, [found.userId])
  await lockAccount(tx, found.userId)
  const [refill] = await tx.select().from(refills).where(eq(refills.id, id)).for('update')
  return refill!
}

/** The credited amount is the received and not the requested one, so the operator has to enter both amount and hash. */
function arrivedBy(decision: DecisionInput): { amount: Decimal; transactionHash: string } {
  if (decision.creditedAmount === undefined) throw Refusal.ofField('creditedAmount', 'amount_required')
  return { amount: decision.creditedAmount, transactionHash: transactionHashOf(decision) }
}

/** An error of the amount is reported at the operator's field for it. */
function atCreditedAmount(error: unknown): unknown {
  if (!(error instanceof Refusal) || error.field !== 'amount') return error
  const code = error.fields?.amount?.code ?? error.code
  return Refusal.ofField('creditedAmount', code, error.params)
}
