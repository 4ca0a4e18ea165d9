/**
 * Top-ups. Invariants: a transfer is credited once, in the received amount and not the requested one, to the investor
 * whose address received it; a request that had expired when the network first showed the transfer is credited by an
 * operator alone. A request is decided by one conditional statement, so of two concurrent decisions one is refused. Each
 * function runs in the caller's transaction.
 */
import { type SQL, and, desc, eq, gt, inArray, isNull, lte, ne, sql } from 'drizzle-orm'
import { lockAccount } from '../db/lock-account'
import { type Db } from '../db/connect'
import { watchedInvoices } from '../db/schema/incoming'
import { refills } from '../db/schema/transfers'
import { checkAmount } from '../domain/bounds'
import { cut } from '../domain/currencies'
import { type Decimal } from '../domain/decimal'
import { refillCredited } from '../domain/investor-postings'
import { Refusal, tooManyRequests } from '../domain/refusal'
import { OutsideFirst } from '../idempotency/answer-once'
import { openSettledBooks } from './accruals'
import { type FundsContext, type NewInvoice } from './context'
import { notify } from '../notifications/events'
import { refillBounds, systemOf } from './payment-systems'
import { rateAt } from './rates'
import { addressFor, keepAddress, letRest, lockAddress, replaceAddress } from './receiving-addresses'

export type RefillRow = typeof refills.$inferSelect

const minuteMs = 60_000
/** Requests that an investor may have open: each is one more that what arrives has to be matched to. */
const maxOpen = 5

/** What a payment processor has given for a request that is not stored yet. */
export class ProcessorInvoice {
  constructor(
    /** The id by which the processor knows the request. */
    readonly refillId: string,
    readonly invoice: NewInvoice,
  ) {}
}

/**
 * Requests an address to pay to. Where a payment processor has to be asked for one, that happens outside the transaction,
 * and the request comes again with its answer: an invoice of a request that is never stored is shown to nobody and
 * runs out.
 * @param given the processor's answer, once it was asked
 * @throws OutsideFirst, which resolves to that answer
 * @throws Refusal validation (no such system), amount_negative, amount_below_min, amount_above_max, too_many_requests
 * while five are open or when too many accounts that never paid made requests, unauthorized on an account that is
 * erased
 * @throws Unavailable when there is no address left
 */
export async function requestRefill(
  tx: Db,
  context: FundsContext,
  { userId, systemId, amount }: { userId: string; systemId: string; amount: Decimal },
  given?: ProcessorInvoice,
): Promise<RefillRow> {
  const { now, newId } = context
  const system = await systemOf(tx, systemId)
  if (!system.refillEnabled) throw Refusal.ofField('system', 'invalid')
  checkAmount(amount, system.currency, refillBounds(system, await rateAt(tx, system.currency, now)))
  const id = given?.refillId ?? newId()
  const expiresAt = new Date(now.getTime() + system.refillTimeoutMinutes * minuteMs)
  const ask = given ? null : context.makeInvoice?.({ system, refillId: id, amount })
  if (ask) {
    await refuseMany(tx, userId, now)
    throw new OutsideFirst(async () => new ProcessorInvoice(id, await ask()))
  }
  await lockAccount(tx, userId)
  await refuseMany(tx, userId, now)
  const request = { userId, expiresAt }
  const wallet =
    given === undefined
      ? await addressFor(tx, context, system, request)
      : await replaceAddress(tx, context, system, { ...request, address: given.invoice.address })
  const [refill] = await tx
    .insert(refills)
    .values({
      id,
      userId,
      systemId,
      currency: system.currency,
      network: system.network,
      requestAmount: amount,
      wallet,
      createdAt: now,
      expiresAt,
    })
    .returning()
  if (given) await watchInvoice(tx, context, given)
  return refill!
}

/** The processor is asked about it for the first time after this, if its own event has not come by then. */
const firstQuestionMs = 5 * minuteMs

async function watchInvoice(
  tx: Db,
  { realNow }: FundsContext,
  { refillId, invoice: { id, watchedUntil } }: ProcessorInvoice,
): Promise<void> {
  const dueAt = new Date(realNow.getTime() + firstQuestionMs)
  await tx.insert(watchedInvoices).values({ id, refillId, createdAt: realNow, watchedUntil, dueAt })
}

/**
 * Refuses a request beyond `maxOpen` open ones. Called once without the account's lock, so that no processor is asked in vain,
 * and again with it, so that of several at once none is overlooked.
 */
async function refuseMany(tx: Db, userId: string, now: Date): Promise<void> {
  const open = await tx
    .select({ expiresAt: refills.expiresAt })
    .from(refills)
    .where(and(eq(refills.userId, userId), eq(refills.status, 'pending'), gt(refills.expiresAt, now)))
    .orderBy(desc(refills.expiresAt))
    .limit(maxOpen)
  const last = open[maxOpen - 1]
  if (last) throw tooManyRequests((last.expiresAt.getTime() - now.getTime()) / 1000)
}

export interface IncomingTransfer {
  refillId: string
  /** The amount that arrived, more or less than requested; the requested amount by default. */
  amount?: Decimal
  transactionHash?: string
  /**
   * Who credits it: the demonstration's sender, until the request expires; the network, whose transfer was shown before
   * that; or an operator, also after it.
   */
  by: 'demo' | 'network' | 'operator'
  /** Set if an investor acts (in the demonstration): the request must belong to them. */
  userId?: string
}

/**
 * Credits the received amount.
 * @throws Refusal not_found, already_decided, amount_below_min for less than the currency's smallest unit,
 * amount_above_max, validation of `transactionHash` for a transfer that was credited before
 */
export async function creditRefill(
  tx: Db,
  context: FundsContext,
  transfer: IncomingTransfer,
): Promise<RefillRow> {
  const { now, newId } = context
  const { id, userId, wallet, currency, requestAmount } = await findRefill(tx, transfer)
  const amount = cut(transfer.amount ?? requestAmount, currency)
  checkAmount(amount, currency, { min: '0', max: null })

  const books = await openSettledBooks(tx, context, userId)
  await refuseKnownTransfer(tx, { id, wallet, transactionHash: transfer.transactionHash })
  const open =
    transfer.by === 'demo'
      ? and(eq(refills.status, 'pending'), gt(refills.expiresAt, now))
      : inArray(refills.status, ['pending', 'timeout_expired'])
  const [credited] = await tx
    .update(refills)
    .set({
      status: 'topped_up',
      creditedAmount: amount,
      creditedAt: now,
      seen: null,
      transactionHash: transfer.transactionHash ?? null,
    })
    .where(and(eq(refills.id, id), open))
    .returning()
  if (!credited) throw new Refusal('already_decided')
  await keepAddress(tx, { wallet, userId }, now)
  books.post(refillCredited({ userId, occurredAt: now }, { id, currency, amount }))
  await books.write()
  await notify(tx, newId, [
    { userId, at: now, kind: 'refill_credited', values: { refillId: id, amount, currency } },
  ])
  return credited
}

/**
 * A transfer to an address is credited to one of the requests that showed it, of any investor: an address that was
 * never paid to may have gone from one investor to another. The address is locked, after the investors and before the
 * house's accounts, so that of two concurrent credits the second finds the first.
 */
async function refuseKnownTransfer(
  tx: Db,
  { id, wallet, transactionHash }: Pick<RefillRow, 'id' | 'wallet'> & { transactionHash?: string },
): Promise<void> {
  if (transactionHash === undefined) return
  await lockAddress(tx, wallet)
  const known = and(
    ne(refills.id, id),
    eq(refills.wallet, wallet),
    eq(refills.status, 'topped_up'),
    sql`${normalized(sql`${refills.transactionHash}`)} = ${normalized(sql`${transactionHash}::text`)}`,
  )
  const [other] = await tx.select({ id: refills.id }).from(refills).where(known).limit(1)
  if (other) throw Refusal.ofField('transactionHash', 'transfer_known')
}

/** One spelling of a hash: hexadecimal digits mean the same in either case, and with `0x` before them or without. */
const normalized = (hash: SQL): SQL =>
  sql`case when trim(${hash}) ~* '^(0x)?[0-9a-f]+$' then regexp_replace(lower(trim(${hash})), '^0x', '') else trim(${hash}) end`

/** Rejects a request. A transfer to its address may still have arrived. @throws Refusal not_found, already_decided */
export async function rejectRefill(
  tx: Db,
  { now, newId }: FundsContext,
  { refillId, reason }: { refillId: string; reason: string },
): Promise<RefillRow> {
  const { userId, wallet } = await findRefill(tx, { refillId })
  const [rejected] = await tx
    .update(refills)
    .set({ status: 'rejected', reason, seen: null })
    .where(and(eq(refills.id, refillId), inArray(refills.status, ['pending', 'timeout_expired'])))
    .returning()
  if (!rejected) throw new Refusal('already_decided')
  await letRest(tx, { wallet, userId }, now)
  await notify(tx, newId, [{ userId, at: now, kind: 'refill_rejected', values: { refillId, reason } }])
  return rejected
}

/**
 * Expires the requests whose time is over, as of the moment it was over, but for those whose transfer the network shows.
 * Returns how many.
 */
export async function expireRefills(tx: Db, { now, newId }: FundsContext): Promise<number> {
  const expired = await tx
    .update(refills)
    .set({ status: 'timeout_expired' })
    .where(and(eq(refills.status, 'pending'), lte(refills.expiresAt, now), isNull(refills.seen)))
    .returning()
  await notify(
    tx,
    newId,
    expired.map(({ id: refillId, userId, expiresAt, requestAmount: amount, currency }) => ({
      userId,
      at: expiresAt,
      kind: 'refill_expired',
      values: { refillId, amount, currency },
    })),
  )
  return expired.length
}

async function findRefill(
  db: Db,
  { refillId, userId }: Pick<IncomingTransfer, 'refillId' | 'userId'>,
): Promise<RefillRow> {
  const [refill] = await db
    .select()
    .from(refills)
    .where(and(eq(refills.id, refillId), userId === undefined ? undefined : eq(refills.userId, userId)))
  if (!refill) throw new Refusal('not_found')
  return refill
}
