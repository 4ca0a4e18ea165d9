import type pg from 'pg'
import { type World } from './ledger-world'

/**
 * Violations of the ledger's rules, as texts; empty if there are none. Written in SQL, independent of the
 * code that it checks, and prepared, because it runs after every event of thousands of histories.
 */

const scale = (currency: string) => `case ${currency} when 'BTC' then 8 when 'ETH' then 18 else 6 end`

/** $1: the investors · $2: the moment · $3: whether the jobs have just run, so that nothing due is open. */
const lawOfWorld = `
  select 'entry ' || entry_id || ' does not sum to zero in ' || currency as fault from ledger_lines
    where entry_id in (select entry_id from ledger_lines where user_id = any($1::text[]))
    group by entry_id, currency having sum(amount) <> 0
  union all
  select a.id || ' is ' || a.balance || ', its operations make ' || coalesce(l.total, 0)
      || ', the last says ' || coalesce(l.last, 0)
    from ledger_accounts a left join lateral (
      select sum(amount) as total, (array_agg(balance_after order by seq desc))[1] as last
      from ledger_lines where account_id = a.id
    ) l on true
    where a.user_id = any($1::text[])
      and (a.balance < 0 or a.balance <> coalesce(l.total, 0) or a.balance <> coalesce(l.last, 0))
  union all
  select account_id || ' reads ' || balance_after || ' at ' || occurred_at || ', its operations up to then make ' || running
    from (
      select *, sum(amount) over (partition by account_id order by occurred_at, seq) as running
      from ledger_lines where user_id = any($1::text[])
    ) l
    where balance_after <> running
  union all
  select a.id || ' is ' || a.balance || ', open deposits make ' || d.total
    from ledger_accounts a cross join lateral (
      select coalesce(sum(amount), 0) as total from deposits
      where user_id = a.user_id and currency = a.currency and status <> 'closed'
    ) d
    where a.user_id = any($1::text[]) and a.kind = 'balance_dep' and a.balance <> d.total
  union all
  select a.id || ' is ' || a.balance || ', open withdrawals make ' || p.total
    from ledger_accounts a cross join lateral (
      select coalesce(sum(amount), 0) as total from payments
      where user_id = a.user_id and currency = a.currency and status in ('pending', 'under_review')
    ) p
    where a.user_id = any($1::text[]) and a.kind = 'held' and a.balance <> p.total
  union all
  select u.id || ' holds rewards of ' || coalesce(a.balance, 0) || ', those that wait make ' || r.total
    from users u left join ledger_accounts a on a.user_id = u.id and a.kind = 'rewards_held'
    cross join lateral (
      select coalesce(sum(amount), 0) as total from held_rewards where user_id = u.id and status = 'held'
    ) r
    where u.id = any($1::text[]) and coalesce(a.balance, 0) <> r.total
  union all
  select 'reward ' || r.source || ' until ' || r.releases_at || ' is ' || r.status || ' at ' || coalesce(r.settled_at::text, 'no time')
    from held_rewards r join deposits d on d.id = r.deposit_id
    where r.user_id = any($1::text[])
      and (r.releases_at <> d.started_at + d.term_days * interval '24 hours'
        or (r.status = 'released' and (r.settled_at <> r.releases_at or r.settled_at > $2))
        or (r.status = 'taken_back' and r.settled_at > r.releases_at)
        or ($3 and r.status = 'held' and r.releases_at <= $2))
  union all
  select 'deposit ' || d.id || ' counts ' || d.accruals || ' accruals of ' || d.accrued || ' and ' || d.accrued_usdt
      || ', has ' || a.n || ' of ' || a.amount || ' and ' || a.credited || ', booked ' || l.credited
    from deposits d
    cross join lateral (
      select count(*) as n, coalesce(sum(amount), 0) as amount, coalesce(sum(credited_usdt), 0) as credited,
        coalesce(max(k), 0) as last
      from accruals where deposit_id = d.id
    ) a
    cross join lateral (
      select coalesce(sum(l.amount), 0) as credited from accruals
      join ledger_lines l on l.entry_id = accruals.entry_id and l.user_id = d.user_id
      where accruals.deposit_id = d.id
    ) l
    where d.user_id = any($1::text[])
      and (d.accruals, d.accruals, d.accrued, d.accrued_usdt, d.accrued_usdt)
        <> (a.n, a.last, a.amount, a.credited, l.credited)
  union all
  select 'deposit ' || id || ' has ' || accruals || ' accruals and earned ' || accrued || ' by ' || ended
    from (
      select *, least(floor(extract(epoch from ended - started_at) / 86400), 100) as due,
        trunc(amount * daily_percent / 100, ${scale('currency')}) as day,
        trunc(amount * daily_percent * 2 / 100, ${scale('currency')}) as double
      from (
        select *, coalesce(closed_at, $2::timestamptz) as ended from deposits where user_id = any($1::text[])
      ) d
    ) d
    where ($3 or status = 'closed')
      and ((accruals, accrued) <> (due, least(due, 50) * day + greatest(due - 50, 0) * double)
        or (status = 'closed' and due < 50)
        or (status <> 'closed' and (due = 100) <> (status = 'awaiting_completion')))
  union all
  select 'investor ' || u.id || ' has a turnover of ' || u.own_turnover || ', opened ' || d.worth
    from users u cross join lateral (
      select coalesce(sum(worth_usdt), 0) as worth from deposits where user_id = u.id
    ) d
    where u.id = any($1::text[]) and u.own_turnover <> d.worth
  union all
  select 'top-up ' || r.id || ' of ' || r.expires_at || ' is ' || r.status || ', its end was told ' || n.told || ' times'
    from refills r cross join lateral (
      select count(*) as told from notifications
      where user_id = r.user_id and kind = 'refill_expired' and "values" ->> 'refillId' = r.id
        and created_at = r.expires_at
    ) n
    where r.user_id = any($1::text[])
      and (n.told <> (case r.status when 'timeout_expired' then 1 else 0 end)
        or (r.status = 'timeout_expired' and r.expires_at > $2)
        or ($3 and r.status = 'pending' and r.expires_at <= $2))
  union all
  select 'subscription ' || id || ' until ' || expires_at || ' ended ' || coalesce(ended_at::text, 'never')
    from subscriptions
    where user_id = any($1::text[])
      and ((ended_at <> expires_at or ended_at > $2) or ($3 and (ended_at is null) = (expires_at <= $2)))`

const lawOfAll = `
  select 'all accounts in ' || currency || ' make ' || sum(balance) as fault
    from ledger_accounts group by currency having sum(balance) <> 0
  union all
  select 'entry ' || entry_id || ' does not sum to zero in ' || currency
    from ledger_lines group by entry_id, currency having sum(amount) <> 0
  union all
  select a.id || ' is ' || a.balance || ', its lines make ' || coalesce(l.total, 0)
    from ledger_accounts a
    left join (select account_id, sum(amount) as total from ledger_lines group by account_id) l on l.account_id = a.id
    where a.balance <> coalesce(l.total, 0) or (a.user_id is not null and a.balance < 0)
  union all
  select 'entry ' || e.id || ' has ' || count(l.n) || ' lines'
    from ledger_entries e left join ledger_lines l on l.entry_id = e.id group by e.id having count(l.n) < 2
  union all
  select 'partner ' || p.partner_id || ' of ' || p.user_id || ' has ' || (p.turnover, p.bonus, p.accruals, p.held, p.invited)
      || ', the ledger says ' || (u.own_turnover, r.bonus, r.accruals, r.held, b.invited)
    from partners p join users u on u.id = p.partner_id
    cross join lateral (
      select coalesce(sum(amount) filter (where l.type = 'referral'), 0) as bonus, coalesce(sum(amount), 0) as accruals,
        coalesce(sum(amount) filter (where l.account = 'rewards_held'), 0) as held
      from ledger_entries e join ledger_lines l on l.entry_id = e.id and l.user_id = e.user_id
      where e.user_id = p.user_id and e.source_user_id = p.partner_id
    ) r
    cross join lateral (select case when p.level < 3 then count(*) else 0 end as invited from users where inviter_id = u.id) b
    where (p.turnover, p.bonus, p.accruals, p.held, p.invited) <> (u.own_turnover, r.bonus, r.accruals, r.held, b.invited)
  union all
  select 'investor ' || user_id || ' has ' || (s.partners, s.turnover, s.accruals) || ' on level ' || level || ', the rows say '
      || (p.partners, p.turnover, p.accruals)
    from partner_sums s join (
      select user_id, level, count(*) as partners, sum(turnover) as turnover, sum(accruals) as accruals
      from partners group by user_id, level
    ) p using (user_id, level)
    where s.invited_by = s.user_id and (s.partners, s.turnover, s.accruals) <> (p.partners, p.turnover, p.accruals)`

/** $1: the investors. The house's accounts are included, because every event also writes to them. */
const fingerprint = `
  select md5(string_agg(part, '|' order by part)) as print from (
    select a::text as part from ledger_accounts a where user_id is null or user_id = any($1::text[])
    union all
    select account_id || count(*) from ledger_lines where user_id = any($1::text[]) group by account_id
    union all select d::text from deposits d where user_id = any($1::text[])
    union all select r::text from refills r where user_id = any($1::text[])
    union all select p::text from payments p where user_id = any($1::text[])
    union all select r::text from held_rewards r where user_id = any($1::text[])
    union all select b::text from reward_blocks b where user_id = any($1::text[])
    union all select s::text from subscriptions s where user_id = any($1::text[])
    union all select x::text from exchanges x where user_id = any($1::text[])
    union all select n::text from notifications n where user_id = any($1::text[])
    union all select u::text from users u where id = any($1::text[])
  ) parts`

/** Violations within one world. */
export async function faultsOf(
  client: pg.ClientBase,
  { users, now }: World,
  { settled }: { settled: boolean },
): Promise<string[]> {
  const law = { name: 'law_of_world', text: lawOfWorld, values: [users, now, settled] }
  return (await client.query<{ fault: string }>(law)).rows.map(({ fault }) => fault)
}

/** Violations in the whole database, including the house. */
export async function faultsOfAll(client: pg.ClientBase): Promise<string[]> {
  return (await client.query<{ fault: string }>(lawOfAll)).rows.map(({ fault }) => fault)
}

/** A hash of a world's whole state: equal hashes mean equal states. */
export async function fingerprintOf(client: pg.ClientBase, { users }: World): Promise<string> {
  const { rows } = await client.query<{ print: string }>({
    name: 'fingerprint',
    text: fingerprint,
    values: [users],
  })
  return rows[0]!.print
}
