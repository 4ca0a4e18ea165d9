/**
 * Accounts that may belong to one person, for the operator to judge. Invariants: a pair is listed by evidence that both
 * share, never by a guess. Evidence that many share, such as the network of a large employer or the wallet of an
 * exchange, does not link strangers. But an account can't hide among many: those are listed as a group, and, except for
 * a network, as a pair if one of them has invited another.
 */
import { type SQL, sql } from 'drizzle-orm'
import { type contract } from '~/contract'
import { type CallOutput } from '~/contract/call'
import { type Db } from '../db/connect'
import { plain } from '../domain/decimal'
import { Refusal } from '../domain/refusal'
import { levels } from '../funds/investors'
import { type ListQuery, containing, ordering, paging } from '../funds/pages'
import { takeBackRewards } from '../funds/take-back'
import { type OperatorContext, recordAudit } from './audit'

type Links = CallOutput<typeof contract.operator.links>
type Pair = Links['items'][number]
type Group = Links['groups'][number]

/** A value shared by more accounts than this does not link each pair of them: it makes them a group. */
const maxAccountsOfValue = 20
/** How many groups a page has, and how many accounts of each. */
const [groupsOfPage, maxAccountsOfGroup] = [20, 20]
/**
 * In a group by one of these kinds, an inviter and an invited investor are a pair. A network that many share belongs to
 * a carrier or an employer.
 */
const groupKinds = sql`('document', 'wallet', 'device')`

/** The weight of each kind: one document counts more than wallets, devices and networks together. */
const weights = sql`case kind when 'document' then 1000 when 'wallet' then 100 when 'device' then 10 else 1 end`

interface PairRow extends Record<string, unknown> {
  investor_id: string
  investor_login: string
  investor_suspended: boolean
  partner_id: string
  partner_login: string
  partner_suspended: boolean
  level: number | null
  shared: { kind: string; count: number; lastAt: string }[] | null
  held: string
  taken: string
  free: string
  reason: string | null
  decided_at: string | null
}

/** Linked pairs, the strongest evidence first, and a page of the groups; a search looks for either login. */
export async function listLinks(
  db: Db,
  query: ListQuery & { groupsPage?: number },
  { groupsLimit = groupsOfPage } = {},
): Promise<Links> {
  const { page, limit, offset } = paging(query)
  const where = containing(query.search, [sql`investor.login`, sql`partner.login`]) ?? sql`true`
  const columns = { strength: sql`strength`, held: sql`held`, lastAt: sql`last_at` }
  const order = ordering(query, columns, 'strength', sql`investor.id || partner.id`)
  const { rows } = await db.execute<PairRow>(sql`
    with recursive ${linkedPairs}, ${oriented(sql`select one, other from linked`)}
    select ${pairColumns} from pairs ${pairJoins} where ${where}
    order by ${sql.join(order, sql`, `)} limit ${limit} offset ${offset}`)
  const { rows: counted } = await db.execute<{ total: number }>(sql`
    with recursive ${linkedPairs}, ${oriented(sql`select one, other from linked`)}
    select count(*)::int as total from pairs ${pairJoins} where ${where}`)
  const groups = await groupsOf(db, { ...query, limit: groupsLimit })
  return { items: rows.map(pairOf), total: counted[0]!.total, page, limit, ...groups }
}

interface GroupRow extends Record<string, unknown> {
  kind: Group['kind']
  wallet: string | null
  count: number
  held: string
  last_at: string
  accounts: Group['accounts']
}

/**
 * What more accounts than are paired share: documents, wallets, devices, then networks, the largest of each first. A
 * search looks for any login among them.
 */
async function groupsOf(
  db: Db,
  { search, groupsPage = 1, limit }: { search?: string; groupsPage?: number; limit: number },
): Promise<Pick<Links, 'groups' | 'groupsTotal' | 'groupsPage' | 'groupsLimit'>> {
  const isSearched = containing(search, [sql`login`]) ?? sql`true`
  const crowds = sql`
    select kind, value, count(distinct user_id)::int as count, max(last_at) as last_at, array_agg(distinct user_id) as members
    from seen group by kind, value having count(distinct user_id) > ${maxAccountsOfValue} and bool_or(${isSearched})`
  const { rows: counted } = await db.execute<{ total: number }>(
    sql`with ${seen} select count(*)::int as total from (${crowds}) as crowds`,
  )
  const { rows } = await db.execute<GroupRow>(sql`
    with ${seen}, crowds as (
      ${crowds} order by ${weights} desc, 3 desc, 4 desc, value limit ${limit} offset ${(groupsPage - 1) * limit}
    )
    select kind, case when kind = 'wallet' then value end as wallet, count, last_at, held, accounts
    from crowds cross join lateral (
      select coalesce(sum(amount), 0) as held from held_rewards
      where user_id = any(members) and partner_id = any(members) and status = 'held'
    ) as rewards cross join lateral (
      select json_agg(json_build_object('id', id, 'login', login, 'suspended', suspended)) as accounts from (
        select id, login, suspended_at is not null as suspended from users cross join lateral (
          select coalesce(sum(amount), 0) as own from held_rewards
          where user_id = users.id and partner_id = any(members) and status = 'held'
        ) as own where id = any(members) order by own desc, registered_at, id limit ${maxAccountsOfGroup}
      ) as shown
    ) as shared_facts order by ${weights} desc, count desc, last_at desc, value`)
  const groups = rows.map(({ kind, wallet, count, held, last_at: lastAt, accounts }) => ({
    ...{ kind, wallet, count, accounts, held: plain(held), currency: 'USDT' as const },
    lastAt: new Date(lastAt).toISOString(),
  }))
  return { groups, groupsTotal: counted[0]!.total, groupsPage, groupsLimit: limit }
}

/**
 * One pair, which may share nothing if one has invited the other.
 * @throws Refusal not_found if they are neither linked nor inviter and partner
 */
export async function linkOf(db: Db, { id, partnerId }: { id: string; partnerId: string }): Promise<Pair> {
  const { rows } = await db.execute<PairRow>(sql`
    with recursive ${linkedPairs},
      ${oriented(sql`select least(${id}, ${partnerId}) as one, greatest(${id}, ${partnerId}) as other`)}
    select ${pairColumns} from pairs ${pairJoins} where shared is not null or level is not null`)
  const row = rows[0]
  if (!row || id === partnerId) throw new Refusal('not_found')
  return pairOf(row)
}

/**
 * Takes back the held rewards for a partner who is the same person, and stops further ones.
 * @throws Refusal not_found, already_decided, validation without a reason
 */
export async function decideLink(
  tx: Db,
  operator: OperatorContext,
  request: { id: string; partnerId: string; reason: string },
): Promise<string> {
  const { id: userId, partnerId, reason } = request
  const takenBack = await takeBackRewards(tx, operator, { userId, partnerId, reason })
  // By ids alone: the trail outlives names.
  const subject = { verb: 'take_back', kind: 'reward', id: userId } as const
  const after = { partnerId, takenBack }
  await recordAudit(tx, operator, { ...subject, reason: `${partnerId}: ${reason.trim()}`, after })
  return takenBack
}

/** `seen`: what each living investor was seen with. */
const seen: SQL = sql`
  seen as materialized (
    select user_id, login, kind, value, last_at from (
      select user_id, kind, value, last_at from account_traces
      union all
      select user_id, 'wallet', case when address like '0x%' then lower(address) else address end, updated_at
      from wallets
      union all
      select user_id, 'wallet', case when wallet like '0x%' then lower(wallet) else wallet end, max(created_at)
      from payments group by 1, 3
    ) as traces join users on users.id = traces.user_id and role = 'investor' and erased_at is null
  )`

/**
 * `linked`: pairs of living investors, the lesser id first, with what both were seen with. Of a document, a wallet or a
 * device that many share, the pairs of an investor with the inviters above.
 */
const linkedPairs: SQL = sql`
  ${seen}, telling as materialized (
    select kind, value, count(distinct user_id) > ${maxAccountsOfValue} as is_crowd from seen group by kind, value
    having count(distinct user_id) between 2 and ${maxAccountsOfValue}
      or (kind in ${groupKinds} and count(distinct user_id) > 1)
  ), common as materialized (
    select user_id, kind, value, is_crowd, max(last_at) as last_at from seen join telling using (kind, value)
    group by 1, 2, 3, 4
  ), invited as (
    select id as user_id, inviter_id as above, 1 as level from users
    where id in (select user_id from common where is_crowd) and inviter_id is not null
    union all
    select user_id, inviter_id, level + 1 from invited join users on users.id = invited.above
    where level < ${levels} and inviter_id is not null
  ), met as (
    select a.user_id as one, b.user_id as other, kind, value, least(a.last_at, b.last_at) as last_at
    from common a join common b using (kind, value) where not a.is_crowd and a.user_id < b.user_id
    union all
    select least(a.user_id, b.user_id), greatest(a.user_id, b.user_id), a.kind, a.value, least(a.last_at, b.last_at)
    from invited join common a on a.user_id = invited.user_id and a.is_crowd
    join common b on b.user_id = invited.above and b.kind = a.kind and b.value = a.value
  ), by_kind as (
    select one, other, kind, count(*)::int as count, max(last_at) as last_at from met group by 1, 2, 3
  ), linked as materialized (
    select one, other, sum(${weights}) as strength, max(last_at) as last_at,
      json_agg(json_build_object('kind', kind, 'count', count, 'lastAt', last_at) order by ${weights} desc) as shared
    from by_kind group by one, other
  )`

/** `pairs`: the inviter before the partner, or the older account first; with the evidence where there is any. */
const oriented = (chosen: SQL): SQL => sql`
  chosen as materialized (${chosen}),
  chain as (
    select id as user_id, inviter_id as above, 1 as level from users
    where id in (select one from chosen union select other from chosen) and inviter_id is not null
    union all
    select user_id, inviter_id, level + 1 from chain join users on users.id = chain.above
    where level < ${levels} and inviter_id is not null
  ), pairs as (
    select case when up.level is not null then chosen.other when down.level is not null then chosen.one
        when a.registered_at <= b.registered_at then chosen.one else chosen.other end as investor_id,
      case when up.level is not null then chosen.one when down.level is not null then chosen.other
        when a.registered_at <= b.registered_at then chosen.other else chosen.one end as partner_id,
      coalesce(up.level, down.level) as level, linked.shared, coalesce(linked.strength, 0) as strength, linked.last_at
    from chosen join users a on a.id = chosen.one join users b on b.id = chosen.other
    left join chain up on up.user_id = chosen.one and up.above = chosen.other
    left join chain down on down.user_id = chosen.other and down.above = chosen.one
    left join linked on linked.one = chosen.one and linked.other = chosen.other
  )`

const pairColumns: SQL = sql`
  investor.id as investor_id, investor.login as investor_login, investor.suspended_at is not null as investor_suspended,
  partner.id as partner_id, partner.login as partner_login, partner.suspended_at is not null as partner_suspended,
  level, shared, held, taken, free, reason, decided_at`

const pairJoins: SQL = sql`
  join users investor on investor.id = pairs.investor_id join users partner on partner.id = pairs.partner_id
  left join reward_blocks on reward_blocks.user_id = investor.id and reward_blocks.partner_id = partner.id
  cross join lateral (
    select coalesce(sum(amount) filter (where status = 'held'), 0) as held,
      coalesce(sum(amount) filter (where status = 'taken_back'), 0) as taken,
      coalesce(sum(amount) filter (where status = 'released'), 0) as free
    from held_rewards where held_rewards.user_id = investor.id and held_rewards.partner_id = partner.id
  ) rewards`

const pairOf = (row: PairRow): Pair => ({
  investor: { id: row.investor_id, login: row.investor_login, suspended: row.investor_suspended },
  partner: { id: row.partner_id, login: row.partner_login, suspended: row.partner_suspended },
  level: row.level,
  shared: (row.shared ?? []).map(({ kind, count, lastAt }) => ({
    kind: kind as Pair['shared'][number]['kind'], // of the traces' own kinds
    count,
    lastAt: new Date(lastAt).toISOString(),
  })),
  held: plain(row.held),
  currency: 'USDT',
  takenBack:
    row.reason === null
      ? null
      : {
          reason: row.reason,
          at: new Date(row.decided_at!).toISOString(),
          amount: plain(row.taken),
          free: plain(row.free),
        },
})
