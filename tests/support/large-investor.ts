import { randomUUID } from 'node:crypto'
import type pg from 'pg'

/** The amount of data that an account can have after years. */
export const large = {
  operations: 10_000,
  deposits: 200,
  partners: 5_000,
  refills: 300,
  withdrawals: 100,
  notifications: 3_000,
  unread: 30,
} as const

/** Every tenth deposit has completed both of its terms; the others are in their first. */
const terms = { first: 50, both: 100 }
export const waiting = large.deposits / 10
const running = large.deposits - waiting
/**
 * Opening a deposit writes to two accounts, all other events to one. The rest of the operations are credits
 * of running deposits.
 */
const credits = large.operations - 1 - 2 * large.deposits - large.withdrawals - waiting * terms.both
/** Days of income of every running deposit; the first `longer` of them have one more. */
export const days = Math.floor(credits / running)
const longer = credits % running

/** The single top-up, which pays for everything and leaves a rest. */
export const paidIn = large.deposits * 100 + large.withdrawals * 20 + 1000

/** The worth of a partner's deposits. @param k from 1 */
export const turnoverOf = (k: number): number => 100 + (k % 900)

/** The level of a partner: 500 on the first, each with three, and each of those with two. @param k from 1 */
export const levelOf = (k: number): 1 | 2 | 3 => (k <= 500 ? 1 : k <= 2000 ? 2 : 3)

/** The ids and logins of a large investor's entries, numbered from 1. */
export interface LargeInvestor {
  partner: (k: number) => string
}

/**
 * Gives an investor without entries the history of a large one, inserted directly by the ledger's own rules.
 * Of 300 top-ups only the oldest was paid; 100 withdrawals of 20 USDT followed; 200 deposits of 100 USDT on
 * Breeze were opened, none is closed, and all were credited day by day; partners are on three levels.
 */
export async function makeLarge(pool: pg.Pool, login: string): Promise<LargeInvestor> {
  const client = await pool.connect()
  const seed = randomUUID().slice(0, 8)
  try {
    await client.query('begin')
    const found = await client.query<{ id: string }>('select id from users where login = $1', [login])
    const id = found.rows[0]?.id
    if (!id) throw new Error(`no investor ${login}`)
    await openAccounts(client, id)
    for (const [query, values] of historyOf(id, seed)) await client.query(query, values)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
  return { partner: (k) => `p${seed}-${k}` }
}

async function openAccounts(client: pg.PoolClient, id: string): Promise<void> {
  const insert = `insert into ledger_accounts (id, user_id, kind, currency) values ($1, $2, $3, 'USDT')
    on conflict (id) do nothing`
  for (const kind of ['balance', 'balance_dep']) await client.query(insert, [`${id}/${kind}/USDT`, id, kind])
  for (const kind of ['outside', 'yield']) await client.query(insert, [`house/${kind}/USDT`, null, kind])
}

function historyOf(id: string, seed: string): [query: string, values: unknown[]][] {
  return [
    // No two deposits are credited in the same minute, and none within the next hours.
    [
      `create temporary table seeded_deposits on commit drop as
        select k, earned, now() - (earned + ended) * interval '24 hours' - k * interval '1 minute' as started_at
        from (
          select k, case when k % 10 = 0 then k else 0 end as ended,
            case when k % 10 = 0 then ${terms.both} when k - k / 10 <= ${longer} then ${days + 1} else ${days} end as earned
          from generate_series(1, ${large.deposits}) as k
        ) as numbered`,
      [],
    ],
    // The events of the balance, each with the change, oldest first.
    [
      `create temporary table seeded on commit drop as
        select row_number() over (order by at, kind) as place, * from (
          select 'refill' as kind, 'refill' as of, 1 as k, ${paidIn}::numeric as amount, now() - interval '21600 hours' as at
          union all select 'payment', 'payment', k, -20, now() - interval '21000 hours' + k * interval '24 hours'
            from generate_series(1, ${large.withdrawals}) as k
          union all select 'deposit_open', 'deposit', k, -100, started_at from seeded_deposits
          union all select 'accrual', 'deposit', k, case when day > ${terms.first} then 2.22 else 1.11 end,
              started_at + day * interval '24 hours'
            from seeded_deposits, generate_series(1, earned) as day
        ) as events`,
      [],
    ],
    [
      `insert into refills (id, user_id, system_id, currency, network, request_amount, credited_amount, wallet, status,
          created_at, expires_at, credited_at)
        select 'refill-${seed}-' || k, $1, id, currency, network, case when k = 1 then ${paidIn} else 100 + k end,
          case when k = 1 then ${paidIn} end, 'nobody', case when k = 1 then 'topped_up' else 'timeout_expired' end,
          at, at + interval '1 hour', case when k = 1 then at end
        from payment_systems, (
          select k, now() - interval '21600 hours' + (k - 1) * interval '24 hours' as at
          from generate_series(1, ${large.refills}) as k
        ) as asked where id = 'usdt-trc20'`,
      [id],
    ],
    [
      `insert into payments (id, user_id, system_id, currency, network, wallet, amount, fee, net, from_balance, status,
          created_at, expected_by, withdrawn_at)
        select 'payment-${seed}-' || k, $1, id, currency, network, 'nobody', 20, 1, 19, 20, 'completed',
          at, at + interval '96 hours', at + interval '24 hours'
        from payment_systems, seeded where id = 'usdt-trc20' and kind = 'payment'`,
      [id],
    ],
    [
      `insert into deposits (id, user_id, plan_id, tariff, plan_title, currency, amount, min, worth_usdt, daily_percent,
          term_days, extension_days, extension_multiplier, status, term, accruals, accrued, accrued_usdt, started_at,
          next_accrual_at, closed_at)
        select 'deposit-${seed}-' || k, $1, plans.id, plans.tariff, plans.title, 'USDT', 100, 100, 100, plans.daily_percent,
          plans.term_days, plans.extension_days, plans.extension_multiplier,
          case when earned = ${terms.both} then 'awaiting_completion' else 'in_progress' end,
          case when earned = ${terms.both} then 2 else 1 end, earned, credited, credited, started_at,
          case when earned < ${terms.both} then started_at + (earned + 1) * interval '24 hours' end, null
        from plans, seeded_deposits
          join (select k, sum(amount) as credited from seeded where kind = 'accrual' group by k) as sums using (k)
        where plans.id = 'breeze'`,
      [id],
    ],
    [
      `insert into ledger_entries (id, event_id, type, user_id, occurred_at, reference_kind, reference_id)
        select '${seed}-' || place, 'seeded:${seed}-' || place, kind, $1, at, of, of || '-${seed}-' || k from seeded`,
      [id],
    ],
    [
      `insert into ledger_lines (entry_id, n, account_id, user_id, account, currency, amount, balance_after, type, occurred_at)
        select '${seed}-' || place, 0, $1 || '/balance/USDT', $1, 'balance', 'USDT', amount,
          sum(amount) over (order by place), kind, at from seeded
        union all
        select '${seed}-' || place, 1, $1 || '/balance_dep/USDT', $1, 'balance_dep', 'USDT', -amount,
          sum(-amount) over (order by place), kind, at from seeded where kind = 'deposit_open'
        union all
        select '${seed}-' || place, 1, 'house/' || house || '/USDT', null, house, 'USDT', -amount, -amount, kind, at
        from (select *, case kind when 'accrual' then 'yield' else 'outside' end as house from seeded) as others
        where kind <> 'deposit_open'`,
      [id],
    ],
    [
      `update ledger_accounts set balance = ledger_accounts.balance + lines.total
        from (select account_id, sum(amount) as total from ledger_lines where entry_id like '${seed}-%' group by account_id) as lines
        where ledger_accounts.id = lines.account_id`,
      [],
    ],
    // An hour apart; the newest are unread, and every third is about a bonus.
    [
      `insert into notifications (id, user_id, type, kind, values, created_at, read_at)
        select 'notice-${seed}-' || k, $1, case when k % 3 = 0 then 'bonus' else 'other' end,
          case when k % 3 = 0 then 'matching_of_day' else 'income_of_day' end,
          jsonb_build_object('day', to_char(now(), 'YYYY-MM-DD'), 'amount', k::text, 'currency', 'USDT'),
          now() - k * interval '1 hour', case when k > ${large.unread} then now() end
        from generate_series(1, ${large.notifications}) as k`,
      [id],
    ],
    [
      `insert into users (id, login, role, language, inviter_id, own_turnover, registered_at)
        select '${seed}-p' || k, 'p${seed}-' || k, 'investor', 'en',
          case when k <= 500 then $1 when k <= 2000 then '${seed}-p' || (1 + k % 500) else '${seed}-p' || (501 + k % 1500) end,
          100 + k % 900, now() - k * interval '1 hour'
        from generate_series(1, ${large.partners}) as k`,
      [id],
    ],
    [
      `update users set turnover = (select sum(own_turnover) from users where id like '${seed}-p%'), rank = 'whale' where id = $1`,
      [id],
    ],
  ]
}
