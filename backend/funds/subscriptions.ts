/**
 * Subscriptions (docs/rules.md). Invariants: one is paid once and lasts its days; bought while one is active, it
 * begins where that one ends; nothing renews by itself. Each function runs in the caller's transaction.
 */
import { and, asc, desc, eq, gt, inArray, isNull, lte, max, sql } from 'drizzle-orm'
import { type Complete } from '~/contract/reading'
import { type Subscription } from '~/contract/user'
import { dayMs } from '../clock'
import { type Db } from '../db/connect'
import { subscriptionOptions } from '../db/schema/settings'
import { subscriptions } from '../db/schema/transfers'
import { isLess } from '../domain/decimal'
import { subscribed } from '../domain/investor-postings'
import { Refusal } from '../domain/refusal'
import { openSettledBooks } from './accruals'
import { type Language } from '~/contract/languages'
import { type FundsContext } from './context'
import { notify } from '../notifications/events'

type SubscriptionRow = typeof subscriptions.$inferSelect

/** Pays for a subscription from the USDT balance. @throws Refusal not_found, insufficient_funds */
export async function buySubscription(
  tx: Db,
  context: FundsContext,
  { userId, optionId }: { userId: string; optionId: string },
): Promise<SubscriptionRow> {
  const { now, newId } = context
  const [option] = await tx
    .select()
    .from(subscriptionOptions)
    .where(and(eq(subscriptionOptions.id, optionId), subscriptionOptions.available))
  if (!option) throw new Refusal('not_found')
  const books = await openSettledBooks(tx, context, userId)
  if (isLess(books.balance(userId, 'balance', 'USDT'), option.price)) throw new Refusal('insufficient_funds')
  const [last] = await tx
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId))
    .orderBy(desc(subscriptions.expiresAt))
    .limit(1)
  const term = subscriptionTerm(now, last?.expiresAt ?? null, option.days)
  const [bought] = await tx
    .insert(subscriptions)
    .values({
      ...{ id: newId(), userId, optionId, price: option.price, freePayments: option.freePayments },
      ...{ boughtAt: now, ...term },
    })
    .returning()
  books.post(subscribed({ userId, occurredAt: now }, { id: bought!.id, price: option.price }))
  await books.write()
  return bought!
}

/** When a subscription of `days` bought now begins and ends. `activeUntil`: the end of what was bought before. */
export function subscriptionTerm(now: Date, activeUntil: Date | null, days: number) {
  const startedAt = activeUntil !== null && activeUntil > now ? activeUntil : now
  return { startedAt, expiresAt: new Date(startedAt.getTime() + days * dayMs) }
}

/** Whether a subscription frees the investor from the withdrawal fee now. */
export async function paysNoFee(db: Db, userId: string, now: Date): Promise<boolean> {
  const [active] = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .innerJoin(subscriptionOptions, eq(subscriptionOptions.id, subscriptions.optionId))
    .where(
      and(
        eq(subscriptions.userId, userId),
        lte(subscriptions.startedAt, now),
        gt(subscriptions.expiresAt, now),
        // A change of the option is for those who buy it from then on.
        sql`coalesce(${subscriptions.freePayments}, ${subscriptionOptions.freePayments})`,
      ),
    )
    .limit(1)
  return active !== undefined
}

/** The investor's subscription: the running one, until the end of all that is paid; else the last one. */
export async function subscriptionOf(
  db: Db,
  { userId, now, language }: { userId: string; now: Date; language: Language },
): Promise<Complete<typeof Subscription> | null> {
  return (await subscriptionsOf(db, { userIds: [userId], now, language })).get(userId) ?? null
}

/** The subscription of each of the investors who ever had one, by their ids. */
export async function subscriptionsOf(
  db: Db,
  { userIds, now, language }: { userIds: string[]; now: Date; language: Language },
): Promise<Map<string, Complete<typeof Subscription>>> {
  const rows = await db
    .select({ bought: subscriptions, title: subscriptionOptions.title })
    .from(subscriptions)
    .innerJoin(subscriptionOptions, eq(subscriptionOptions.id, subscriptions.optionId))
    .where(inArray(subscriptions.userId, userIds))
    .orderBy(asc(subscriptions.startedAt))
  const purchases = new Map<string, typeof rows>()
  for (const row of rows) {
    purchases.set(row.bought.userId, [...(purchases.get(row.bought.userId) ?? []), row])
  }
  return new Map([...purchases].map(([userId, own]) => [userId, subscriptionAt(own, now, language)]))
}

/** @param purchases in their order, at least one */
function subscriptionAt(
  purchases: { bought: SubscriptionRow; title: Record<Language, string> }[],
  now: Date,
  language: Language,
): Complete<typeof Subscription> {
  const last = purchases.at(-1)!
  const { bought, title } = purchases.find((row) => row.bought.expiresAt > now) ?? last
  const expiresAt = last.bought.expiresAt
  return {
    optionId: bought.optionId,
    title: title[language],
    startedAt: bought.startedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    status: expiresAt > now ? 'active' : 'expired',
  }
}

/**
 * Notifies of the end of subscriptions that have run out, unless more is paid. Returns how many rows were processed.
 */
export async function endSubscriptions(tx: Db, { now, newId }: FundsContext): Promise<number> {
  const ended = await tx
    .update(subscriptions)
    .set({ endedAt: subscriptions.expiresAt })
    .where(and(isNull(subscriptions.endedAt), lte(subscriptions.expiresAt, now)))
    .returning()
  if (ended.length === 0) return 0
  const paidUntil = await tx
    .select({ userId: subscriptions.userId, until: max(subscriptions.expiresAt) })
    .from(subscriptions)
    .where(
      inArray(
        subscriptions.userId,
        ended.map(({ userId }) => userId),
      ),
    )
    .groupBy(subscriptions.userId)
  const untilOf = new Map(paidUntil.map(({ userId, until }) => [userId, until]))
  const notifications = ended
    .filter(({ userId, expiresAt }) => untilOf.get(userId)?.getTime() === expiresAt.getTime())
    .map(({ id, userId, expiresAt }) => ({
      userId,
      at: expiresAt,
      kind: 'subscription_ended' as const,
      values: { subscriptionId: id },
    }))
  await notify(tx, newId, notifications)
  return ended.length
}
