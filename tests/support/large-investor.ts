import { randomUUID } from 'node:crypto'
import type pg from 'pg'

/** How much an account can come to hold in years. */
export const large = { operations: 10_000, deposits: 200, partners: 5_000 } as const

const [deposits, partners] = [large.deposits, large.partners]
/** Opening a deposit touches two accounts; the rest are daily credits, after one top-up that pays for everything. */
const credits = large.operations - 2 * deposits - 1

/**
 * Gives an investor, who has nothing yet, the history of a large one: written, not played, by the ledger's own rules.
 * Money comes in once; 200 deposits of 100 USDT are opened from it, most of which run; credits follow; partners stand
 * on three levels.
 */
export async function makeLarge(pool: pg.Pool, login: string): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const found = await client.query<{ id: string }>('select id from users where login = $1', [login])
    const id = found.rows[0]?.id
    if (!id) throw new Error(`no investor ${login}`)
    await openAccounts(client, id)
    for (const [query, values] of historyOf(id)) await client.query(query, values)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

async function openAccounts(client: pg.PoolClient, id: string): Promise<void> {
  const insert = `insert into ledger_accounts (id, user_id, kind, currency) values ($1, $2, $3, 'USDT')
    on conflict (id) do nothing`
  for (const kind of ['balance', 'balance_dep']) await client.query(insert, [`${id}/${kind}/USDT`, id, kind])
  for (const kind of ['outside', 'yield']) await client.query(insert, [`house/${kind}/USDT`, null, kind])
}

function historyOf(id: string): [query: string, values: unknown[]][] {
  const paidIn = deposits * 100 + 1000
  const seed = randomUUID().slice(0, 8)
  return [
    // The events of the balance, each with what it changes, oldest first.
    [
      `create temporary table seeded on commit drop as
        select row_number() over (order by at, kind) as place, * from (
          select 'refill' as kind, 0 as k, $1::numeric as amount, now() - interval '900 days' as at
          union all select 'deposit_open', k, -100, now() - interval '800 days' + k * interval '1 hour'
            from generate_series(1, $2::int) as k
          union all select 'accrual', k, 0.01 * (1 + k % 300), now() - interval '700 days' + k * interval '1 hour'
            from generate_series(1, $3::int) as k
        ) as events`,
      [paidIn, deposits, credits],
    ],
    [
      `insert into deposits (id, user_id, plan_id, tariff, plan_title, currency, amount, min, worth_usdt, daily_percent,
          term_days, extension_days, extension_multiplier, status, started_at, next_accrual_at, closed_at)
        select 'seed-${seed}-' || k, $1, plans.id, plans.tariff, plans.title, 'USDT', 100, 100, 100, plans.daily_percent,
          plans.term_days, plans.extension_days, plans.extension_multiplier,
          case when k % 10 = 0 then 'awaiting_completion' else 'in_progress' end,
          now() - (k % 40) * interval '1 day',
          case when k % 10 = 0 then null else now() + interval '1 day' + k * interval '1 minute' end, null
        from generate_series(1, $2::int) as k, plans where plans.id = 'breeze'`,
      [id, deposits],
    ],
    [
      `insert into ledger_entries (id, event_id, type, user_id, occurred_at, reference_kind, reference_id)
        select '${seed}-' || place, 'seeded:${seed}-' || place, kind, $1, at,
          case when kind = 'refill' then null else 'deposit' end,
          case when kind = 'refill' then null else 'seed-${seed}-' || (1 + (k - 1) % ${deposits}) end
        from seeded`,
      [id],
    ],
    [
      `insert into ledger_lines (entry_id, n, account_id, user_id, account, currency, amount, balance_after, type, occurred_at)
        select '${seed}-' || place, 0, $1 || '/balance/USDT', $1, 'balance', 'USDT', amount,
          sum(amount) over (order by place), kind, at from seeded
        union all
        select '${seed}-' || place, 1,
          case kind when 'deposit_open' then $1 || '/balance_dep/USDT' when 'refill' then 'house/outside/USDT' else 'house/yield/USDT' end,
          case kind when 'deposit_open' then $1 end,
          case kind when 'deposit_open' then 'balance_dep' when 'refill' then 'outside' else 'yield' end,
          'USDT', -amount, case kind when 'deposit_open' then 100 * k else -amount end, kind, at from seeded`,
      [id],
    ],
    [
      `update ledger_accounts set balance = ledger_accounts.balance + lines.total
        from (select account_id, sum(amount) as total from ledger_lines where entry_id like '${seed}-%' group by account_id) as lines
        where ledger_accounts.id = lines.account_id`,
      [],
    ],
    // 500 partners of the first level, 1,500 of the second, the rest of the third.
    [
      `insert into users (id, login, role, language, inviter_id, own_turnover, registered_at)
        select '${seed}-p' || k, 'p${seed}-' || k, 'investor', 'en',
          case when k <= 500 then $1 when k <= 2000 then '${seed}-p' || (1 + k % 500) else '${seed}-p' || (501 + k % 1500) end,
          100 + k % 900, now() - k * interval '1 hour'
        from generate_series(1, $2::int) as k`,
      [id, partners],
    ],
    [
      `update users set turnover = (select sum(own_turnover) from users where id like '${seed}-p%'), rank = 'whale' where id = $1`,
      [id],
    ],
  ]
}
