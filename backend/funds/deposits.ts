/**
 * Opening and closing deposits (docs/rules.md). Invariants: the terms are frozen at opening; the principal
 * leaves and returns in its own currency; what was due before the investor acts is booked first. Each function runs
 * in the caller's transaction.
 */
import { and, eq, sql } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { prepared, placeholders } from '../db/prepared'
import { deposits } from '../db/schema/deposits'
import { plans } from '../db/schema/settings'
import { together } from '../db/together'
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
import { touchedByDues } from './touched-by-dues'

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
  const [[plan], isHeld, touched] = await together([
    availablePlan(tx).execute({ planId }),
    holdsRewards(tx),
    touchedByDues(tx, { userId, inviters: levels, now }),
  ])
  if (!plan) throw new Refusal('plan_unavailable', { field: 'planId' })
  if (!plan.currencies.includes(currency) || !isCurrency(currency)) {
    throw new Refusal('plan_unavailable', { field: 'currency' })
  }
  const rate = await rateAt(tx, currency, now)
  const bounds = boundsAt(plan, currency, rate)
  checkAmount(amount, currency, bounds)

  const books = await openSettledBooks(tx, context, userId, { inviters: levels, touched })
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
  const row = {
    id: newId(),
    userId,
    planId,
    tariff: plan.tariff,
    planTitle: plan.title,
    min: bounds.min,
    worthUsdt: worthInUsdt(amount, rate),
    holdsRewards: isHeld,
    ...terms,
    ...opened(terms),
  }
  books.post(depositOpened({ userId, occurredAt: now }, { id: row.id, currency, amount }))
  const [[deposit]] = await together([
    insertDeposit(tx).execute(row),
    payPartners(tx, books, context, { deposit: row, worthUsdt: row.worthUsdt, at: now }),
  ])
  return deposit!
}

const availablePlan = prepared('available_plan', (db) =>
  db
    .select()
    .from(plans)
    .where(and(eq(plans.id, sql.placeholder('planId')), plans.available)),
)

const insertDeposit = prepared('insert_deposit', (db) => {
  const what = [
    'id',
    'userId',
    'planId',
    'tariff',
    'planTitle',
    'currency',
    'amount',
    'min',
    'worthUsdt',
  ] as const
  const terms = ['dailyPercent', 'termDays', 'extensionDays', 'extensionMultiplier', 'holdsRewards'] as const
  const state = [
    'status',
    'term',
    'accruals',
    'accrued',
    'accruedUsdt',
    'startedAt',
    'nextAccrualAt',
  ] as const
  return db
    .insert(deposits)
    .values(placeholders(...what, ...terms, ...state))
    .returning()
})

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
