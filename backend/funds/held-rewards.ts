/**
 * Rewards that are shown at once and become free later. Invariants: a reward is held exactly until the end of the first
 * term of the deposit that caused it; it becomes free once, at that moment, after the accrual and the matching of the
 * same moment; the `held` rows sum to the balance of the investor's `rewards_held` account. Code that changes them has
 * the investor's lock and writes them in the transaction of their entries.
 */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { heldRewards, rewardBlocks } from '../db/schema/rewards'
import { type Decimal, add } from '../domain/decimal'
import { type DepositTerms, accrualDueAt } from '../domain/deposit-terms'
import { type HeldReward, rewardReleased } from '../domain/reward-postings'
import { type Books } from './books'
import { type FundsContext } from './context'
import { type NotificationEvent } from '../notifications/events'
import { array } from './write-entries'

/** The deposit that causes a reward. */
export type RewardCause = Pick<DepositTerms, 'startedAt' | 'termDays'> & { id: string; userId: string }

/** A reward of an investor, before its release time is set. */
interface NewReward extends Pick<HeldReward, 'source' | 'kind' | 'rank' | 'amount'> {
  userId: string
  /** Of the partner, seen from the investor. */
  level: number
  at: Date
}

interface Row extends HeldReward {
  id: string
  userId: string
  level: number
  createdAt: Date
  releasesAt: Date
  /** When it became free; null while it is held. */
  releasedAt: Date | null
}

/** The end of the first term, when the inviters' rewards become free. */
export const releaseOf = (deposit: Pick<DepositTerms, 'startedAt' | 'termDays'>): Date =>
  accrualDueAt(deposit, deposit.termDays)

/** The held rewards of some deposits, with the changes of one transaction. */
export class HeldRewards {
  private readonly changed = new Set<Row>()

  private constructor(
    private readonly newId: () => string,
    private readonly rows: Map<string, Row>,
  ) {}

  /**
   * Reads the held rewards of these deposits. The caller has opened the books of every inviter whom they may reward.
   */
  static async of(
    tx: Db,
    { newId }: Pick<FundsContext, 'newId'>,
    depositIds: string[],
  ): Promise<HeldRewards> {
    if (depositIds.length === 0) return new HeldRewards(newId, new Map())
    const rows = await tx
      .select()
      .from(heldRewards)
      .where(and(inArray(heldRewards.depositId, depositIds), eq(heldRewards.status, 'held')))
      .orderBy(heldRewards.source)
    return new HeldRewards(newId, new Map(rows.map((row) => [row.source, { ...row, releasedAt: null }])))
  }

  /** Records a reward that is posted to the held account. The matching of a deposit is one row that grows. */
  hold({ at, ...reward }: NewReward, cause: RewardCause): void {
    const earlier = this.rows.get(reward.source)
    const row: Row = earlier ?? {
      ...reward,
      amount: '0',
      id: this.newId(),
      partnerId: cause.userId,
      depositId: cause.id,
      createdAt: at,
      releasesAt: releaseOf(cause),
      releasedAt: null,
    }
    row.amount = add(row.amount, reward.amount)
    this.rows.set(row.source, row)
    this.changed.add(row)
  }

  /** Posts the release of all held rewards of a deposit, and returns the notifications for the investors. */
  release(books: Books, depositId: string, at: Date): NotificationEvent[] {
    const sums = new Map<string, Decimal>()
    for (const row of this.rows.values()) {
      if (row.depositId !== depositId || row.releasedAt) continue
      const { userId, amount } = row
      books.post(rewardReleased({ userId, occurredAt: at }, row))
      row.releasedAt = at
      this.changed.add(row)
      sums.set(userId, add(sums.get(userId) ?? '0', amount))
    }
    return [...sums].map(([userId, amount]) => {
      const values = { depositId, amount, currency: 'USDT' }
      return { userId, at, kind: 'rewards_released', values }
    })
  }

  /** Writes the changes. Call it before the transaction ends. */
  async write(tx: Db): Promise<void> {
    const rows = [...this.changed]
    this.changed.clear()
    if (rows.length === 0) return
    await tx.execute(sql`
      insert into held_rewards
        (id, source, kind, user_id, partner_id, deposit_id, level, rank, amount, created_at, releases_at, status, settled_at)
      select id, source, kind, user_id, partner_id, deposit_id, level, rank, amount, created_at, releases_at,
        case when released_at is null then 'held' else 'released' end, released_at
      from unnest(
        ${array(rows, ({ id }) => id)}::text[],
        ${array(rows, ({ source }) => source)}::text[],
        ${array(rows, ({ kind }) => kind)}::text[],
        ${array(rows, ({ userId }) => userId)}::text[],
        ${array(rows, ({ partnerId }) => partnerId)}::text[],
        ${array(rows, ({ depositId }) => depositId)}::text[],
        ${array(rows, ({ level }) => level)}::smallint[],
        ${array(rows, ({ rank }) => rank)}::text[],
        ${array(rows, ({ amount }) => amount)}::numeric[],
        ${array(rows, ({ createdAt }) => createdAt)}::timestamptz[],
        ${array(rows, ({ releasesAt }) => releasesAt)}::timestamptz[],
        ${array(rows, ({ releasedAt }) => releasedAt)}::timestamptz[])
        as reward
          (id, source, kind, user_id, partner_id, deposit_id, level, rank, amount, created_at, releases_at, released_at)
      on conflict (source) do update set
        amount = excluded.amount, status = excluded.status, settled_at = excluded.settled_at
      where held_rewards.status = 'held'`)
  }
}

/** Investors who get no more rewards for these partners, because an operator found both to be one person. */
export class RewardBlocks {
  private constructor(private readonly pairs: Set<string>) {}

  static async of(tx: Db, partnerIds: string[]): Promise<RewardBlocks> {
    const rows = await tx
      .select({ userId: rewardBlocks.userId, partnerId: rewardBlocks.partnerId })
      .from(rewardBlocks)
      .where(inArray(rewardBlocks.partnerId, partnerIds))
    return new RewardBlocks(new Set(rows.map(({ userId, partnerId }) => `${userId} ${partnerId}`)))
  }

  has = (userId: string, partnerId: string): boolean => this.pairs.has(`${userId} ${partnerId}`)
}
