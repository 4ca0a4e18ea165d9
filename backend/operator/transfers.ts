import {
  type SQL,
  and,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  ne,
  or,
  sql,
} from 'drizzle-orm'
import { type contract } from '~/contract'
import { type CallOutput } from '~/contract/call'
import { type transferStatuses } from '~/contract/extensions/operator/transfers'
import { type Db } from '../db/connect'
import { incomingTransfers } from '../db/schema/incoming'
import { auditRecords } from '../db/schema/operator'
import { refills } from '../db/schema/transfers'
import { users } from '../db/schema/users'
import { Refusal } from '../domain/refusal'
import { type ListQuery, ordering, paging } from '../funds/pages'
import { type OperatorContext, type OperatorView, recordAudit } from './audit'
import { type SearchedTable, pageOfCases } from './case-search'
import { endAssignment } from './cases/assignments'
import { type DecisionInput, oneOfDecisions, reasonOf } from './decisions'
import { openProposalsOf } from './open-proposals'
import { decideRefill, ownedRefill } from './refills'
import { type WaitingRow, closeCredited, isWaiting, lockWaitingTransfer } from './waiting-transfers'

/** Transfers that have arrived and that no top-up took (docs/money-in.md), and the decisions on them. */

type Transfers = CallOutput<typeof contract.operator.transfers>
type Transfer = Transfers['items'][number]
type Status = (typeof transferStatuses)[number]

/** How an operator reads them: reports have real times, which are shown in the product's. */
export interface TransferView extends OperatorView {
  realNow: Date
}

/** How many top-ups a transfer can be credited to on its page. */
const maxCandidates = 20

const columns = { row: getTableColumns(incomingTransfers), login: users.login }
const ofOwner = eq(users.id, incomingTransfers.userId)
const { addressKey, amount, transactionHash, waitsSince, creditedAt, closedAt, problem } = incomingTransfers

/** It left the queue by its credit. One that was credited before it waited is closed. */
const isCredited = and(eq(closedAt, creditedAt), ne(problem, 'taken_back'))!

const inStatus: Record<Status, SQL> = {
  open: isWaiting,
  credited: isCredited,
  closed: and(
    isNotNull(closedAt),
    or(isNull(creditedAt), ne(closedAt, creditedAt), eq(problem, 'taken_back')),
  )!,
}

const searched: SearchedTable = {
  ...{ table: incomingTransfers, id: incomingTransfers.id, userId: incomingTransfers.userId },
  beginnings: [sql`${addressKey}`, sql`lower(${transactionHash})`],
}

/** Transfers that wait or waited; a search finds a whole number, or the beginning of an address, a hash or the login. */
export async function listTransfers(
  db: Db,
  view: TransferView,
  query: ListQuery & { status?: Status },
): Promise<Transfers> {
  const filters = and(isNotNull(waitsSince), query.status && inStatus[query.status])
  const order = ordering(query, { waitsSince, amount }, 'waitsSince', incomingTransfers.id)
  return pageOfCases(db, searched, query, { filters, order }, async (where, { page, limit }) => {
    const at = paging({ page, limit })
    const rows = await db
      .select(columns)
      .from(incomingTransfers)
      .leftJoin(users, ofOwner)
      .where(and(isNotNull(waitsSince), where))
      .orderBy(...order)
      .limit(at.limit)
      .offset(at.offset)
    return viewsOf(db, view, rows)
  })
}

/** One transfer of the queue. The caller knows that it is there. */
export async function transferOf(db: Db, view: TransferView, id: string): Promise<Transfer> {
  const rows = await db
    .select(columns)
    .from(incomingTransfers)
    .leftJoin(users, ofOwner)
    .where(eq(incomingTransfers.id, id))
  const [found] = await viewsOf(db, view, rows)
  return found!
}

/**
 * The top-ups that a transfer can be credited to: open or expired ones in its currency, of its investor or with its
 * address. One with its address comes first, then one of exactly its amount, then the newest.
 */
export async function candidatesFor(db: Db, view: TransferView, id: string) {
  const [transfer] = await db.select().from(incomingTransfers).where(eq(incomingTransfers.id, id))
  if (!transfer || transfer.closedAt !== null || !canBeCredited(transfer)) return []
  const rows = await db
    .select({ id: refills.id })
    .from(refills)
    .innerJoin(users, and(eq(users.id, refills.userId), isNull(users.erasedAt)))
    .where(isCandidateFor(transfer))
    .orderBy(
      desc(sql`lower(${refills.wallet}) = ${transfer.addressKey}`),
      desc(sql`${refills.requestAmount} = ${transfer.amount}::numeric`),
      desc(refills.createdAt),
      desc(refills.id),
    )
    .limit(maxCandidates)
  const found: Awaited<ReturnType<typeof ownedRefill>>[] = []
  for (const row of rows) found.push(await ownedRefill(db, row.id, view))
  return found
}

/** Not what has been credited, whatever became of it since, what the network has dropped, or a report that says no amount. */
const canBeCredited = ({ creditedAt: at, state, report }: typeof incomingTransfers.$inferSelect) =>
  at === null && state !== 'dropped' && report === null

/** Money that arrives late is credited all the same. */
const isCandidateFor = (transfer: typeof incomingTransfers.$inferSelect) =>
  and(inArray(refills.status, ['pending', 'timeout_expired']), isOfTransfer(transfer))

/** In its currency, of its investor or with its address. */
const isOfTransfer = ({ userId, currency, ...transfer }: typeof incomingTransfers.$inferSelect) =>
  and(
    eq(refills.currency, currency),
    or(
      eq(sql`lower(${refills.wallet})`, transfer.addressKey),
      userId === null ? undefined : eq(refills.userId, userId),
    ),
  )

/**
 * Credits what has arrived to a top-up (`refill`), which is that top-up's own decision with this amount and hash, or closes
 * the transfer without a credit, with a reason for other operators. One that the network took back after its credit is only
 * closed, and so is a report that names no transfer.
 * @throws Refusal validation, not_found, already_decided, case_taken
 */
export async function decideTransfer(
  tx: Db,
  operator: OperatorContext,
  decision: DecisionInput,
): Promise<void> {
  const verb = oneOfDecisions(decision, ['approve', 'reject'])
  const reason = verb === 'reject' ? reasonOf(decision) : null
  const transfer = await lockWaitingTransfer(tx, decision.id)
  if (reason !== null) return closeUncredited(tx, operator, transfer, reason)
  if (!canBeCredited(transfer)) throw Refusal.ofField('decision', 'decision_invalid')
  const refillId = await refillOf(tx, transfer, decision.refill)
  const arrived = { creditedAmount: transfer.amount, transactionHash: transfer.transactionHash }
  await decideRefill(tx, operator, { id: refillId, decision: 'approve', ...arrived }).catch(
    (error: unknown) => {
      throw atRefill(error)
    },
  )
  await endAssignment(tx, { queue: 'refills', id: refillId })
  await closeCredited(tx, operator, transfer, refillId)
}

async function closeUncredited(
  tx: Db,
  operator: OperatorContext,
  { id }: WaitingRow,
  reason: string,
): Promise<void> {
  await tx
    .update(incomingTransfers)
    .set({ closedAt: operator.now })
    .where(and(eq(incomingTransfers.id, id), isWaiting))
  const change = { before: { status: 'open' }, after: { status: 'closed' } }
  await recordAudit(tx, operator, { verb: 'reject', kind: 'transfer', id, reason, ...change })
}

/** The chosen top-up. @throws Refusal of the field `refill` if there is none, or it is none of this transfer's */
async function refillOf(tx: Db, transfer: WaitingRow, id: string | undefined): Promise<string> {
  if (id === undefined || id === '') throw Refusal.ofField('refill', 'required')
  const [refill] = await tx
    .select({ id: refills.id })
    .from(refills)
    .where(and(eq(refills.id, id), isOfTransfer(transfer)))
  if (!refill) throw Refusal.ofField('refill', 'invalid')
  return id
}

/** What is wrong with the credit of a top-up is wrong with the choice of it: amount and hash are not typed here. */
function atRefill(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error
  const problem = error.fields?.['creditedAmount'] ?? error.fields?.['transactionHash']
  return problem ? Refusal.ofField('refill', problem.code, problem.params) : error
}

async function viewsOf(
  db: Db,
  view: TransferView,
  rows: { row: typeof incomingTransfers.$inferSelect; login: string | null }[],
): Promise<Transfer[]> {
  const ids = rows.map(({ row }) => row.id)
  const [open, decisions] = await Promise.all([
    openProposalsOf(db, { kind: 'transfer', ids, now: view.now }),
    decisionsOn(db, ids),
  ])
  return rows.map(({ row, login }) => ({
    ...viewOf(row, login, view),
    decided: row.closedAt === null ? null : (decisions.get(row.id) ?? null),
    proposal: open.get(row.id) ?? null,
  }))
}

function viewOf(
  row: typeof incomingTransfers.$inferSelect,
  login: string | null,
  { now, realNow }: TransferView,
): Omit<Transfer, 'decided' | 'proposal'> {
  const { id, state, currency, network, output, confirmations, required, userId } = row
  const status = row.closedAt === null ? 'open' : isCreditedByDecision(row) ? 'credited' : 'closed'
  return {
    ...{ id, status, state, currency, network, confirmations, required },
    ...{ problem: row.problem!, amount: row.amount, address: row.address }, // what waits has a problem
    ...{ transactionHash: row.transactionHash, report: row.report, output: output === '' ? null : output },
    seenAt: row.seenAt.toISOString(),
    reportedAt: new Date(row.reportedAt.getTime() + now.getTime() - realNow.getTime()).toISOString(),
    waitsSince: row.waitsSince!.toISOString(), // a constraint has it with the problem
    owner: userId !== null && login !== null ? { id: userId, login } : null,
    refill: row.creditedAt === null ? null : row.refillId,
    closedAt: row.closedAt?.toISOString() ?? null,
  }
}

/** As `isCredited` says it of a row. */
const isCreditedByDecision = (row: typeof incomingTransfers.$inferSelect) =>
  row.creditedAt !== null &&
  row.creditedAt.getTime() === row.closedAt?.getTime() &&
  row.problem !== 'taken_back'

/** The newest decision on each of some transfers, by the audit trail. */
async function decisionsOn(db: Db, ids: string[]): Promise<Map<string, NonNullable<Transfer['decided']>>> {
  if (ids.length === 0) return new Map()
  const { action, subjectId, reason, createdAt, actorId } = auditRecords
  const rows = await db
    .select({ id: subjectId, by: users.login, reason, at: createdAt })
    .from(auditRecords)
    .leftJoin(users, eq(users.id, actorId))
    .where(and(inArray(action, ['transfer.approve', 'transfer.reject']), inArray(subjectId, ids)))
    .orderBy(createdAt, auditRecords.id)
  return new Map(rows.map(({ id, at, ...decided }) => [id!, { ...decided, at: at.toISOString() }])) // found by it
}
