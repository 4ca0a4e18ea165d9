/**
 * The rewards of an opening for the inviters (docs/rules.md): referral on each level, turnover, and the reached ranks.
 * If the deposit holds rewards, all of them are held until the end of its first term. The owner's and the inviters'
 * books are open.
 */
import { sql } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { together } from '../db/together'
import { type Decimal, add, isPositive } from '../domain/decimal'
import { type Entry } from '../domain/ledger'
import { rankBonusPaid, referralPaid } from '../domain/reward-postings'
import { type RankName, ranksReached, referralRewards } from '../domain/rewards'
import { type Books } from './books'
import { type FundsContext } from './context'
import { HeldRewards, RewardBlocks, type RewardCause } from './held-rewards'
import { type Investor, levels } from './investors'
import { type NotificationEvent, notify } from '../notifications/events'
import { rankRules, referralRules } from './rules'

export interface Opening {
  deposit: RewardCause & { holdsRewards: boolean }
  worthUsdt: Decimal
  at: Date
}

/** Posts the rewards of an opening, keeps turnovers and ranks, and writes the books. */
export async function payPartners(
  tx: Db,
  books: Books,
  { newId }: FundsContext,
  opening: Opening,
): Promise<void> {
  const { deposit, worthUsdt, at } = opening
  const { id: depositId, userId, holdsRewards: held } = deposit
  // The books of further levels may be open for due accruals.
  const inviters = books.invitersOf(userId).slice(0, levels)
  const { ranks, rewards, blocks } = await rulesFor(tx, inviters, opening)
  const heldRewards = await HeldRewards.of(tx, { newId }, [])

  const notifications: NotificationEvent[] = []
  const reached: { id: string; turnover: Decimal; rank: RankName | null }[] = []
  for (const [index, inviter] of inviters.entries()) {
    const level = index + 1
    // It would never be paid to anyone, or it would be the partner's own.
    if (inviter.erased || blocks?.has(inviter.id, userId)) continue
    const occasion = { userId: inviter.id, occurredAt: at }
    const amount = rewards.get(level) ?? '0'
    const hold = (
      entry: Entry,
      reward: { kind: 'referral' | 'bonus'; rank: string | null; amount: Decimal },
    ) => {
      if (held) heldRewards.hold({ ...reward, source: entry.eventId, userId: inviter.id, level, at }, deposit)
    }
    if (isPositive(amount)) {
      const entry = referralPaid(occasion, { depositId, level, partnerId: userId, amount, held })
      books.post(entry)
      hold(entry, { kind: 'referral', rank: null, amount })
      const values = { depositId, amount, currency: 'USDT' }
      notifications.push({ userId: inviter.id, at, kind: held ? 'referral_held' : 'referral_paid', values })
    }
    const turnover = add(inviter.turnover, worthUsdt)
    const passed = ranksReached(inviter.rank, turnover, ranks)
    for (const { rank, bonus } of passed) {
      const entry = rankBonusPaid(occasion, { rank, amount: bonus, held })
      // Paid under an older order of the ranks: once is once.
      if (await isBooked(tx, entry)) continue
      if (isPositive(bonus)) {
        books.post(entry)
        hold(entry, { kind: 'bonus', rank, amount: bonus })
      }
      const kind = held && isPositive(bonus) ? 'rank_reached_held' : 'rank_reached'
      notifications.push({ userId: inviter.id, at, kind, values: { rank, bonus } })
    }
    reached.push({ id: inviter.id, turnover, rank: passed.at(-1)?.rank ?? inviter.rank })
  }
  await together([
    heldRewards.write(tx),
    writeTurnovers(tx, { userId, worthUsdt }, reached),
    books.write(),
    notify(tx, newId, notifications),
  ])
}

/** What an opening pays the inviters; nothing where there are none. */
async function rulesFor(tx: Db, inviters: Investor[], { deposit, worthUsdt }: Opening) {
  if (inviters.length === 0) return { ranks: [], rewards: new Map<number, Decimal>(), blocks: null }
  const [ranks, referral, blocks] = await together([
    rankRules(tx),
    referralRules(tx),
    RewardBlocks.of(tx, [deposit.userId]),
  ])
  return { ranks, rewards: referralRewards(worthUsdt, referral), blocks }
}

async function isBooked(tx: Db, { eventId }: Entry): Promise<boolean> {
  const { rows } = await tx.execute(sql`select 1 from ledger_entries where event_id = ${eventId}`)
  return rows.length > 0
}

async function writeTurnovers(
  tx: Db,
  { userId, worthUsdt }: { userId: string; worthUsdt: Decimal },
  inviters: { id: string; turnover: Decimal; rank: RankName | null }[],
): Promise<void> {
  await tx.execute(sql`
    update users set
      own_turnover = own_turnover + case when users.id = ${userId} then ${worthUsdt}::numeric else 0 end,
      turnover = coalesce(reached.turnover, users.turnover),
      rank = coalesce(reached.rank, users.rank)
    from unnest(
      ${sql.param([userId, ...inviters.map(({ id }) => id)])}::text[],
      ${sql.param([null, ...inviters.map(({ turnover }) => turnover)])}::numeric[],
      ${sql.param([null, ...inviters.map(({ rank }) => rank)])}::text[])
      as reached (id, turnover, rank)
    where users.id = reached.id`)
}
