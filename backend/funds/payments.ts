/**
 * Requesting a withdrawal, in the caller's transaction. Invariants: its money is set aside in the transaction that
 * stores it, and rests there where its address is new; the part that is missing in the currency is bought at the price that the investor was shown, or not at all
 * if it is worth more at the present rates.
 */
import { hourMs } from '../clock'
import { and, eq } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { deposits } from '../db/schema/deposits'
import { payments, refills } from '../db/schema/transfers'
import { users } from '../db/schema/users'
import { isAddress } from '../domain/addresses'
import { checkAmount } from '../domain/bounds'
import { type Decimal, subtract } from '../domain/decimal'
import { paysFor, purchasePrice } from '../domain/exchange'
import { paymentHeld } from '../domain/investor-postings'
import { Refusal } from '../domain/refusal'
import { splitWithdrawal } from '../domain/withdrawal'
import { openSettledBooks } from './accruals'
import { type FundsContext, presentOf } from './context'
import { paymentBounds, systemOf } from './payment-systems'
import { findQuote } from './quotes'
import { freshRatesAt, rateAt } from './rates'
import { type SystemRow } from './receiving-addresses'
import { paysNoFee } from './subscriptions'
import { newWalletRest } from './wallet-list'
import { refuseUnsafe } from './withdrawal-safety'

export type PaymentRow = typeof payments.$inferSelect

export interface PaymentRequest {
  userId: string
  systemId: string
  amount: Decimal
  wallet: string
  /** The quote that the investor was shown; required only if something has to be bought for USDT. */
  rateId?: string
}

/** Step-up authentication; each of the two refuses by throwing. */
export interface StepUp {
  /** Before any row is locked. */
  ask(tx: Db): Promise<void>
  /** Checks again, after the investor's money is locked, what was verified before. */
  confirm(tx: Db): Promise<void>
}

/**
 * Sets the money of a withdrawal aside and stores the request.
 * @throws Refusal validation (no such system), wallet_required, wallet_invalid, amount_negative, amount_below_min,
 * amount_above_max, refill_required, deposit_required, verification_required, insufficient_funds, rate_expired,
 * withdrawals_stopped, withdrawals_frozen, withdrawals_resting,
 * wallet_not_listed, wallet_resting
 */
export async function requestPayment(
  tx: Db,
  context: FundsContext,
  request: PaymentRequest,
  { stepUp }: { stepUp?: StepUp } = {},
): Promise<PaymentRow> {
  const { userId, systemId, amount } = request
  const { now, newId } = context
  const system = await systemOf(tx, systemId)
  if (!system.paymentEnabled) throw Refusal.ofField('system', 'invalid')
  const wallet = request.wallet.trim()
  checkWallet(wallet, system)
  const { currency } = system
  const fee = (await paysNoFee(tx, userId, now)) ? '0' : system.paymentFee
  const quoted = await quotedRate(tx, context, request, currency)
  const rate = quoted?.rate ?? (await rateAt(tx, currency, now))
  checkAmount(amount, currency, paymentBounds(system, rate, fee))
  await checkRequirements(tx, userId, system)
  // Before the password is required: where no withdrawal is possible it would be typed for nothing.
  const destination = { userId, family: system.family, address: wallet }
  await refuseUnsafe(tx, destination, now)
  await stepUp?.ask(tx)

  const books = await openSettledBooks(tx, context, userId)
  // Once more under the lock: the account may have been frozen, its password or a wallet changed, since.
  await refuseUnsafe(tx, destination, now)
  await stepUp?.confirm(tx)
  const free = books.balance(userId, 'balance', currency)
  const freeUsdt = books.balance(userId, 'balance', 'USDT')
  const price = quoted?.price ?? rate
  const split = splitWithdrawal({ currency, amount }, { free, freeUsdt, price })
  if (!split) throw new Refusal('insufficient_funds', { field: 'amount' })
  const { fromBalance, fromUsdt } = split
  if (fromUsdt !== null) {
    // Read after the lock, as for an exchange.
    const present = (await freshRatesAt(tx, presentOf(context))).get(currency)
    const bought = subtract(amount, fromBalance)
    if (!quoted || present === undefined || !paysFor({ paid: fromUsdt, bought }, present))
      throw new Refusal('rate_expired')
  }
  const restsUntil = await newWalletRest(tx, destination, now)
  const expectedBy = new Date(
    Math.max(now.getTime() + system.paymentHours * hourMs, restsUntil?.getTime() ?? 0),
  )
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
      ...(fromUsdt !== null && quoted && { rate: quoted.price, spreadPercent: quoted.spreadPercent }),
      createdAt: now,
      ...{ expectedBy, restsUntil },
    })
    .returning()
  books.post(paymentHeld({ userId, occurredAt: now }, payment!))
  await books.write()
  return payment!
}

interface QuotedPrice {
  /** USDT for one coin, without and with the spread; the second is the price. */
  rate: Decimal
  price: Decimal
  spreadPercent: Decimal
}

/** The rate of the currency in the investor's own quote; null without a valid one. */
async function quotedRate(
  db: Db,
  context: FundsContext,
  { userId, rateId }: Pick<PaymentRequest, 'userId' | 'rateId'>,
  currency: string,
): Promise<QuotedPrice | null> {
  const quote = rateId === undefined ? null : await findQuote(db, context, { id: rateId, userId })
  const rate = quote?.rates[currency]
  if (!quote || rate === undefined) return null
  const { spreadPercent } = quote
  return { rate, price: purchasePrice(rate, spreadPercent), spreadPercent }
}

function checkWallet(wallet: string, { family, network }: SystemRow): void {
  if (wallet === '') throw new Refusal('wallet_required', { field: 'wallet' })
  if (!isAddress(family, wallet))
    throw new Refusal('wallet_invalid', { field: 'wallet', params: { network } })
}

/**
 * A top-up that was ever credited, a deposit that was ever opened, a verified account: the requirements of the system.
 */
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
