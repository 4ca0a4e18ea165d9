import { and, asc, eq, sql } from 'drizzle-orm'
import { type CallOutput } from '~/contract/call'
import { ranks as rankNames, type user as calls } from '~/contract/user'
import { type Db } from '../db/connect'
import { heldRewards } from '../db/schema/rewards'
import { users } from '../db/schema/users'
import { plain, sum } from '../domain/decimal'
import { rankRules } from '../funds/rules'

/**
 * The total of an investor's rewards for partners, in USDT, and the rank that their turnover has reached
 * (docs/rules.md). `next` is the rank above the reached one, in the contract's order, with the turnover that it
 * requires.
 */
export async function bonusOf(db: Db, userId: string): Promise<CallOutput<typeof calls.bonus>> {
  const [investor] = await db
    .select({ rank: users.rank, turnover: users.turnover })
    .from(users)
    .where(eq(users.id, userId))
  const { rank, turnover } = investor! // the caller of an investor's call
  const place = (name: (typeof rankNames)[number]) => rankNames.indexOf(name)
  const rules = (await rankRules(db)).sort((a, b) => place(a.rank) - place(b.rank))
  const next = rules.find((rule) => rank === null || place(rule.rank) > place(rank))
  const got = await rewardsOf(db, userId)
  return {
    rank,
    next: next ? { rank: next.rank, turnover: plain(next.turnover) } : null,
    turnover,
    ranks: rules.map((rule) => ({ rank: rule.rank, turnover: rule.turnover, percent: rule.percent })),
    accruals: { ...got, total: sum(Object.values(got)) },
    currency: 'USDT',
    held: await heldOf(db, userId),
  }
}

/** Most rewards of one answer; the others come up as these become free. */
const maxHeldItems = 100

type Held = NonNullable<CallOutput<typeof calls.bonus>['held']>

/** What of the rewards is not free yet, the next to become free first. */
async function heldOf(db: Db, userId: string): Promise<Held> {
  const isHeld = and(eq(heldRewards.userId, userId), eq(heldRewards.status, 'held'))
  const [all] = await db
    .select({
      total: sql<string>`coalesce(sum(${heldRewards.amount}), 0)`,
      count: sql<number>`count(*)::int`,
    })
    .from(heldRewards)
    .where(isHeld)
  const rows = await db
    .select({ reward: heldRewards, login: users.login })
    .from(heldRewards)
    .innerJoin(users, eq(users.id, heldRewards.partnerId))
    .where(isHeld)
    .orderBy(asc(heldRewards.releasesAt), asc(heldRewards.id))
    .limit(maxHeldItems)
  return {
    total: plain(all!.total),
    count: all!.count,
    items: rows.map(({ reward: { id, kind, amount, level, rank, releasesAt }, login }) => ({
      id,
      kind,
      amount,
      currency: 'USDT',
      partner: { login, level },
      rank: rank as Held['items'][number]['rank'], // written from the domain's ranks
      releasesAt: releasesAt.toISOString(),
    })),
  }
}

/**
 * Rewards ever credited to an investor, by their kind, including held ones: a released reward only moves between two
 * accounts of the investor. Rewards that were taken back do not count.
 */
export async function rewardsOf(
  db: Db,
  userId: string,
): Promise<Record<'referral' | 'matching' | 'bonus', string>> {
  const { rows } = await db.execute<{ type: string; total: string }>(sql`
    select type, sum(amount) as total from ledger_lines
    where user_id = ${userId} and type in ('referral', 'matching', 'bonus') group by type`)
  const of = (type: string) => plain(rows.find((row) => row.type === type)?.total ?? '0')
  return { referral: of('referral'), matching: of('matching'), bonus: of('bonus') }
}
