/**
 * Asking for a withdrawal (money.md 9), in the caller's transaction. What must stay true: its money is set aside in the
 * transaction that stores it; what is missing in the currency is bought at the rate that the investor was shown, or
 * not at all.
 */
import { and, eq } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { deposits } from '../db/schema/deposits'
import { payments, refills } from '../db/schema/transfers'
import { users } from '../db/schema/users'
import { isAddress } from '../domain/addresses'
import { checkAmount } from '../domain/bounds'
import { type Decimal, subtract } from '../domain/decimal'
import { paymentHeld } from '../domain/postings'
import { Refusal } from '../domain/refusal'
import { splitWithdrawal } from '../domain/withdrawal'
import { openSettledBooks } from './accruals'
import { type FundsContext } from './context'
import { paymentBounds, systemOf } from './payment-systems'
import { findQuote } from './quotes'
import { rateAt } from './rates'
import { type SystemRow } from './receiving-addresses'
import { paysNoFee } from './subscriptions'

export type PaymentRow = typeof payments.$inferSelect

const hourMs = 3_600_000

export interface PaymentRequest {
  userId: string
  systemId: string
  amount: Decimal
  wallet: string
  /** The quote that the investor was shown; asked for only where something has to be bought for USDT. */
  rateId?: string
}

/**
 * Sets the money of a withdrawal aside and stores the request.
 * @throws Refusal validation (no such system), wallet_required, wallet_invalid, amount_negative, amount_below_min,
 * amount_above_max, refill_required, deposit_required, verification_required, insufficient_funds, rate_expired
 */
export async function requestPayment(
  tx: Db,
  context: FundsContext,
  asked: PaymentRequest,
): Promise<PaymentRow> {
  const { userId, systemId, amount } = asked
  const { now, newId } = context
  const system = await systemOf(tx, systemId)
  if (!system.paymentEnabled) throw Refusal.ofField('system', 'invalid')
  const wallet = asked.wallet.trim()
  checkWallet(wallet, system)
  const { currency } = system
  const fee = (await paysNoFee(tx, userId, now)) ? '0' : system.paymentFee
  const quoted = await quotedRate(tx, context, asked.rateId, currency)
  const rate = quoted ?? (await rateAt(tx, currency, now))
  checkAmount(amount, currency, paymentBounds(system, rate, fee))
  await checkRequirements(tx, userId, system)

  const books = await openSettledBooks(tx, context, userId)
  const free = books.balance(userId, 'balance', currency)
  const freeUsdt = books.balance(userId, 'balance', 'USDT')
  const split = splitWithdrawal({ currency, amount }, { free, freeUsdt, rate })
  if (!split) throw new Refusal('insufficient_funds', { field: 'amount' })
  if (split.fromUsdt !== null && quoted === null) throw new Refusal('rate_expired')
  const [payment] = await tx
    .insert(payments)
    .values({
      id: newId(),
      userId,
      systemId,
      currency,
      network: system.network,
      wallet,
      amount,
      fee,
      net: subtract(amount, fee),
      ...split,
      rate: split.fromUsdt === null ? null : rate,
      createdAt: now,
      expectedBy: new Date(now.getTime() + system.paymentHours * hourMs),
    })
    .returning()
  books.post(paymentHeld({ userId, occurredAt: now }, payment!))
  await books.write()
  return payment!
}

/** The rate of a quote that still holds, else null. */
async function quotedRate(
  db: Db,
  context: FundsContext,
  rateId: string | undefined,
  currency: string,
): Promise<Decimal | null> {
  const quote = rateId === undefined ? null : await findQuote(db, context, rateId)
  return quote?.rates[currency] ?? null
}

function checkWallet(wallet: string, { family, network }: SystemRow): void {
  if (wallet === '') throw new Refusal('wallet_required', { field: 'wallet' })
  if (!isAddress(family, wallet))
    throw new Refusal('wallet_invalid', { field: 'wallet', params: { network } })
}

/** A top-up that was ever credited, a deposit that was ever opened, a verified account: what the system asks for. */
async function checkRequirements(db: Db, userId: string, { paymentRequires }: SystemRow): Promise<void> {
  if (paymentRequires.includes('refill')) {
    const toppedUp = and(eq(refills.userId, userId), eq(refills.status, 'topped_up'))
    const [refill] = await db.select({ id: refills.id }).from(refills).where(toppedUp).limit(1)
    if (!refill) throw new Refusal('refill_required')
  }
  if (paymentRequires.includes('deposit')) {
    const own = eq(deposits.userId, userId)
    const [deposit] = await db.select({ id: deposits.id }).from(deposits).where(own).limit(1)
    if (!deposit) throw new Refusal('deposit_required')
  }
  if (paymentRequires.includes('verification')) {
    const [user] = await db.select({ state: users.verification }).from(users).where(eq(users.id, userId))
    if (user?.state !== 'successful') throw new Refusal('verification_required')
  }
}
