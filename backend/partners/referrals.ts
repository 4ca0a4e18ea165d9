/**
 * The partners of an investor (docs/rules.md): invited investors, three levels down. Invariants: an investor sees no
 * partner of another tree and none below the third level; `turnover` is the worth of the partner's own openings in
 * USDT, `bonus` the referral reward from that partner, `accruals` referral + matching.
 */
import { type SQL, and, sql } from 'drizzle-orm'
import { type CallOutput } from '~/contract/call'
import { type user as calls } from '~/contract/user'
import { foldLogin } from '../auth/contact'
import { type Db } from '../db/connect'
import { plain, sum } from '../domain/decimal'
import { Refusal } from '../domain/refusal'
import { levels } from '../funds/investors'
import { type ListQuery, containing, ordering, paging } from '../funds/pages'

export type PartnersQuery = ListQuery & { level?: number }
type PartnersPage = CallOutput<typeof calls.referrals>

/** Columns of `partners` below, under the names that the contract sorts by. */
const columns = {
  login: sql`lower(login)`,
  level: sql`level`,
  turnover: sql`turnover`,
  bonus: sql`bonus`,
  accruals: sql`accruals`,
  registeredAt: sql`registered_at`,
  partners: sql`partners`,
}

interface PartnerRow extends Record<string, unknown> {
  login: string
  level: number
  turnover: string
  bonus: string
  accruals: string
  held: string
  registered_at: string
  partners: number
}

/** All three levels, newest first. The summary is of the whole tree, regardless of the filters. */
export function listReferrals(db: Db, userId: string, query: PartnersQuery): Promise<PartnersPage> {
  const all = Array.from({ length: levels }, (_, at) => at + 1)
  return pageOf(db, { userId, among: sql`true`, levels: all }, query)
}

/**
 * The direct partners of one partner. The summary is of all of them; below the third level there are none.
 * @throws Refusal not_found if the login is not in the investor's own three levels
 */
export async function listReferralsOf(
  db: Db,
  { userId, login }: { userId: string; login: string },
  query: PartnersQuery,
): Promise<PartnersPage> {
  const { rows } = await db.execute<{ id: string; level: number }>(
    sql`with recursive ${treeOf(userId)} select id, level from tree
      where level > 0 and lower(login) = ${foldLogin(login)}`,
  )
  const partner = rows[0]
  if (!partner) throw new Refusal('not_found')
  const below = partner.level < levels ? [partner.level + 1] : []
  return pageOf(db, { userId, among: sql`tree.inviter_id = ${partner.id}`, levels: below }, query)
}

interface Listed {
  userId: string
  /** Of the tree, which rows the list is about. */
  among: SQL
  /** The levels that they may be on. */
  levels: number[]
}

async function pageOf(db: Db, { userId, among, levels: shown }: Listed, query: PartnersQuery) {
  const { page, limit, offset } = paging(query)
  const where = and(
    query.level === undefined ? undefined : sql`level = ${query.level}`,
    containing(query.search, [sql`login`]),
  )
  const partners = partnersOf(userId, among)
  const order = ordering(query, columns, 'registeredAt', sql`lower(login)`)
  const { rows } = await db.execute<PartnerRow>(sql`
    with recursive ${partners} select * from partners where ${where ?? sql`true`}
    order by ${sql.join(order, sql`, `)} limit ${limit} offset ${offset}`)
  const counted = await db.execute<{
    level: number
    found: number
    partners: number
    turnover: string
    bonus: string
    accruals: string
  }>(sql`
    with recursive ${partners} select level, count(*) filter (where ${where ?? sql`true`})::int as found,
      count(*)::int as partners, sum(turnover) as turnover, sum(bonus) as bonus, sum(accruals) as accruals
    from partners group by level`)
  const onLevels = shown.map((level) => {
    const of = counted.rows.find((row) => row.level === level)
    return { level, partners: of?.partners ?? 0, turnover: plain(of?.turnover ?? '0') }
  })
  return {
    items: rows.map(
      ({ login, level, turnover, bonus, accruals, held, registered_at, partners: invited }) => ({
        login,
        level,
        turnover: plain(turnover),
        bonus: plain(bonus),
        accruals: plain(accruals),
        held: plain(held),
        registeredAt: new Date(registered_at).toISOString(),
        partners: invited,
      }),
    ),
    total: counted.rows.reduce((total, { found }) => total + found, 0),
    page,
    limit,
    summary: {
      partners: counted.rows.reduce((total, row) => total + row.partners, 0),
      turnover: sum(counted.rows.map(({ turnover }) => turnover)),
      bonus: sum(counted.rows.map(({ bonus }) => bonus)),
      accruals: sum(counted.rows.map(({ accruals }) => accruals)),
      levels: onLevels,
    },
  }
}

/** `tree`: the investor on level 0 and all partners down to the last rewarded level. */
const treeOf = (userId: string): SQL => sql`
  tree as (
    select id, login, inviter_id, own_turnover, registered_at, 0 as level from users where id = ${userId}
    union all
    select users.id, users.login, users.inviter_id, users.own_turnover, users.registered_at, level + 1
    from tree join users on users.inviter_id = tree.id where level < ${levels}
  )`

/** `partners`: rows of the tree in the contract's columns. How many each has invited counts within the tree alone. */
const partnersOf = (userId: string, among: SQL): SQL => sql`
  ${treeOf(userId)},
  rewards as (
    select source_user_id, sum(amount) filter (where lines.type = 'referral') as bonus, sum(amount) as accruals,
      coalesce(sum(amount) filter (where lines.account = 'rewards_held'), 0) as held
    from ledger_entries as entries join ledger_lines as lines
      on lines.entry_id = entries.id and lines.user_id = entries.user_id
    where entries.user_id = ${userId} and source_user_id is not null group by source_user_id
  ),
  invited as (select inviter_id, count(*)::int as partners from tree where level > 0 group by inviter_id),
  partners as (
    select login, level, own_turnover as turnover, coalesce(bonus, 0) as bonus, coalesce(accruals, 0) as accruals,
      coalesce(held, 0) as held,
      registered_at, coalesce(partners, 0) as partners
    from tree left join rewards on source_user_id = id left join invited on invited.inviter_id = tree.id
    where level > 0 and ${among}
  )`
