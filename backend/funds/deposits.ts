/**
 * Opening and closing deposits (docs/rules.md). Invariants: the terms are frozen at opening; the principal
 * leaves and returns in its own currency; what was due before the investor acts is booked first. Each function runs
 * in the caller's transaction.
 */
import { and, eq } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { deposits } from '../db/schema/deposits'
import { plans } from '../db/schema/settings'
import { boundsAt, checkAmount } from '../domain/bounds'
import { isCurrency, worthInUsdt } from '../domain/currencies'
import { type Decimal, isLess } from '../domain/decimal'
import { canClose, opened } from '../domain/deposit-terms'
import { depositClosed, depositOpened } from '../domain/investor-postings'
import { Refusal } from '../domain/refusal'
import { type DepositRow, openSettledBooks } from './accruals'
import { type FundsContext } from './context'
import { levels } from './investors'
import { payPartners } from './partner-rewards'
import { rateAt } from './rates'
import { holdsRewards } from './rules'

/**
 * Opens a deposit from the free balance of its currency and rewards the inviters.
 * @throws Refusal plan_unavailable, amount_negative, amount_below_min, amount_above_max, insufficient_funds
 */
export async function openDeposit(
  tx: Db,
  context: FundsContext,
  request: { userId: string; planId: string; currency: string; amount: Decimal },
): Promise<DepositRow> {
  const { userId, planId, currency, amount } = request
  const { now, newId } = context
  const [plan] = await tx
    .select()
    .from(plans)
    .where(and(eq(plans.id, planId), plans.available))
  if (!plan) throw new Refusal('plan_unavailable', { field: 'planId' })
  if (!plan.currencies.includes(currency) || !isCurrency(currency)) {
    throw new Refusal('plan_unavailable', { field: 'currency' })
  }
  const rate = await rateAt(tx, currency, now)
  const bounds = boundsAt(plan, currency, rate)
  checkAmount(amount, currency, bounds)

  const books = await openSettledBooks(tx, context, userId, { inviters: levels })
  if (isLess(books.balance(userId, 'balance', currency), amount)) {
    throw new Refusal('insufficient_funds', { field: 'amount' })
  }
  const terms = {
    currency,
    amount,
    dailyPercent: plan.dailyPercent,
    termDays: plan.termDays,
    extensionDays: plan.extensionDays,
    extensionMultiplier: plan.extensionMultiplier,
    startedAt: now,
  }
  const [deposit] = await tx
    .insert(deposits)
    .values({
      id: newId(),
      userId,
      planId,
      tariff: plan.tariff,
      planTitle: plan.title,
      min: bounds.min,
      worthUsdt: worthInUsdt(amount, rate),
      holdsRewards: await holdsRewards(tx),
      ...terms,
      ...opened(terms),
    })
    .returning()
  const { id, worthUsdt } = deposit!
  books.post(depositOpened({ userId, occurredAt: now }, { id, currency, amount }))
  await payPartners(tx, books, context, { deposit: deposit!, worthUsdt, at: now })
  await books.write()
  return deposit!
}

/**
 * Closes a deposit after its first term; a part day earns nothing.
 * @throws Refusal not_found for a missing deposit or one of another investor, deposit_not_closable
 */
export async function closeDeposit(
  tx: Db,
  context: FundsContext,
  { userId, depositId }: { userId: string; depositId: string },
): Promise<DepositRow> {
  const { now } = context
  const books = await openSettledBooks(tx, context, userId)
  const own = and(eq(deposits.id, depositId), eq(deposits.userId, userId))
  const [deposit] = await tx.select().from(deposits).where(own)
  if (!deposit) throw new Refusal('not_found')
  if (!canClose(deposit)) throw new Refusal('deposit_not_closable')
  const { currency, amount } = deposit
  books.post(depositClosed({ userId, occurredAt: now }, { id: depositId, currency, amount }))
  await books.write()
  const [closed] = await tx
    .update(deposits)
    .set({ status: 'closed', closedAt: now, nextAccrualAt: null })
    .where(own)
    .returning()
  return closed!
}
