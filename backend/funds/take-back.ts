/**
 * Taking back an investor's rewards for a partner who is the same person. Invariants: all rewards that are still held
 * are taken, and no others, by entries with the reason; from then on the partner's deposits neither reward that
 * investor nor count to the investor's turnover. Free rewards are the investor's money: only a correction can take
 * them, and never below zero.
 */
import { and, eq, sql } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { heldRewards, rewardBlocks } from '../db/schema/rewards'
import { type Decimal, isPositive, sum } from '../domain/decimal'
import { rewardTakenBack } from '../domain/reward-postings'
import { Refusal } from '../domain/refusal'
import { openSettledBooks } from './accruals'
import { type Books } from './books'
import { type FundsContext } from './context'
import { levels } from './investors'
import { notify } from '../notifications/events'

/**
 * Takes back an investor's held rewards for one partner and stops further ones. Due accruals are booked first. Runs in
 * the caller's transaction. Returns the taken amount in USDT.
 * @throws Refusal not_found if the partner is not one of the investor's, validation without a reason, already_decided
 */
export async function takeBackRewards(
  tx: Db,
  context: FundsContext,
  request: { userId: string; partnerId: string; reason: string },
): Promise<Decimal> {
  const { userId, partnerId } = request
  const reason = request.reason.trim()
  if (reason === '') throw Refusal.ofField('reason', 'required')
  if (!(await isPartner(tx, userId, partnerId))) throw new Refusal('not_found')
  const books = await openSettledBooks(tx, context, userId)
  const blocked = await tx
    .insert(rewardBlocks)
    .values({ userId, partnerId, reason, decidedAt: context.now })
    .onConflictDoNothing()
    .returning({ userId: rewardBlocks.userId })
  if (blocked.length === 0) throw new Refusal('already_decided')
  const amount = await postTakenBack(tx, books, context, { userId, partnerId, reason })
  await books.write()
  if (isPositive(amount)) {
    const values = { amount, currency: 'USDT', reason }
    await notify(tx, context.newId, [{ userId, at: context.now, kind: 'rewards_taken_back', values }])
  }
  return amount
}

/**
 * Posts an investor's held rewards back to the house, of one partner or of all, and closes the rows; the caller writes
 * the books. Returns the sum in USDT.
 */
export async function postTakenBack(
  tx: Db,
  books: Books,
  { now }: Pick<FundsContext, 'now'>,
  { userId, partnerId, reason }: { userId: string; partnerId?: string; reason: string },
): Promise<Decimal> {
  const held = and(
    eq(heldRewards.userId, userId),
    eq(heldRewards.status, 'held'),
    partnerId === undefined ? undefined : eq(heldRewards.partnerId, partnerId),
  )
  const rewards = await tx.select().from(heldRewards).where(held).orderBy(heldRewards.source)
  for (const reward of rewards) books.post(rewardTakenBack({ userId, occurredAt: now }, reward, reason))
  await tx.update(heldRewards).set({ status: 'taken_back', settledAt: now, reason }).where(held)
  return sum(rewards.map(({ amount }) => amount))
}

async function isPartner(tx: Db, userId: string, partnerId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    with recursive chain as (
      select inviter_id, 1 as level from users where id = ${partnerId}
      union all
      select users.inviter_id, level + 1 from chain join users on users.id = chain.inviter_id where level < ${levels}
    )
    select 1 from chain where inviter_id = ${userId}`)
  return rows.length > 0
}
