/**
 * What an opening brings to the inviters (money.md 11 and 12): referral on each level, turnover, and the ranks that it
 * reaches. The owner's and the inviters' books are open.
 */
import { sql } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { type Decimal, add, isPositive } from '../domain/decimal'
import { type Entry } from '../domain/ledger'
import { rankBonusPaid, referralPaid } from '../domain/postings'
import { type RankName, ranksReached, referralRewards } from '../domain/rewards'
import { type Books } from './books'
import { type FundsContext } from './context'
import { levels } from './investors'
import { type Notice, notify } from './notices'
import { rankRules, referralRules } from './rules'

export interface Opening {
  depositId: string
  userId: string
  worthUsdt: Decimal
  at: Date
}

/** Posts the rewards of an opening and keeps turnovers and ranks; the caller writes the books. */
export async function payPartners(
  tx: Db,
  books: Books,
  { newId }: FundsContext,
  opening: Opening,
): Promise<void> {
  const { userId, worthUsdt, at } = opening
  // The books may be open further up, for what was due there.
  const inviters = books.invitersOf(userId).slice(0, levels)
  const ranks = inviters.length > 0 ? await rankRules(tx) : []
  const rewards =
    inviters.length > 0 ? referralRewards(worthUsdt, await referralRules(tx)) : new Map<number, Decimal>()

  const notices: Notice[] = []
  const reached: { id: string; turnover: Decimal; rank: RankName | null }[] = []
  for (const [index, inviter] of inviters.entries()) {
    // Nobody could ever claim it.
    if (inviter.erased) continue
    const occasion = { userId: inviter.id, occurredAt: at }
    const amount = rewards.get(index + 1) ?? '0'
    if (isPositive(amount)) {
      books.post(
        referralPaid(occasion, { depositId: opening.depositId, level: index + 1, partnerId: userId, amount }),
      )
      const values = { depositId: opening.depositId, amount, currency: 'USDT' }
      notices.push({ userId: inviter.id, at, kind: 'referral_paid', values })
    }
    const turnover = add(inviter.turnover, worthUsdt)
    const passed = ranksReached(inviter.rank, turnover, ranks)
    for (const { rank, bonus } of passed) {
      const entry = rankBonusPaid(occasion, { rank, amount: bonus })
      // Paid under an older order of the ranks: once is once.
      if (await isBooked(tx, entry)) continue
      if (isPositive(bonus)) books.post(entry)
      notices.push({ userId: inviter.id, at, kind: 'rank_reached', values: { rank, bonus } })
    }
    reached.push({ id: inviter.id, turnover, rank: passed.at(-1)?.rank ?? inviter.rank })
  }
  await writeTurnovers(tx, opening, reached)
  await notify(tx, newId, notices)
}

async function isBooked(tx: Db, { eventId }: Entry): Promise<boolean> {
  const { rows } = await tx.execute(sql`select 1 from ledger_entries where event_id = ${eventId}`)
  return rows.length > 0
}

async function writeTurnovers(
  tx: Db,
  { userId, worthUsdt }: Opening,
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
