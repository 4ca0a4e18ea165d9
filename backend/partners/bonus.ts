import { eq, sql } from 'drizzle-orm'
import { type CallOutput } from '~/contract/call'
import { ranks as rankNames, type user as calls } from '~/contract/user'
import { type Db } from '../db/connect'
import { users } from '../db/schema/users'
import { plain, sum } from '../domain/decimal'
import { rankRules } from '../funds/rules'

/**
 * What an investor's partners have brought in all, in USDT, and the rank that their turnover has reached (money.md 11
 * and 12). `next` is the rank above the one that is held, in the contract's order, with the turnover that it asks for.
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
  }
}

/** Rewards ever credited to an investor, by their kind. */
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
