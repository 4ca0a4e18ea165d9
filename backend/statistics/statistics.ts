/**
 * The history of an investor's money in USDT, from the ledger. Invariants: the totals and the series are sums of
 * operations. Days are those of the product's time zone; a day's balances are those at its end (of today: now), each
 * currency at the rate of that moment, rounded down as everywhere; a day's income is what deposits credited.
 */
import { type SQL, sql } from 'drizzle-orm'
import { type Complete } from '~/contract/reading'
import { type Statistics } from '~/contract/user'
import { type Db } from '../db/connect'
import { plain, sum } from '../domain/decimal'
import { rewardsOf } from '../partners/bonus'

/** How many days the series has by default. */
const usualDays = 30

interface StatisticsRequest {
  userId: string
  /** The product's time. */
  now: Date
  /** IANA name of the zone whose days the series has. */
  timeZone: string
  /** How many days, the last of them today. */
  days?: number
}

/** Totals since the beginning and a row for each of the last days. */
export async function statisticsOf(db: Db, request: StatisticsRequest): Promise<Complete<typeof Statistics>> {
  const [series, totals, accruals, depositsActive] = [
    await seriesOf(db, request),
    await totalsOf(db, request.userId),
    await rewardsOf(db, request.userId),
    await principalOf(db, request),
  ]
  const incomeToday = series.at(-1)?.income ?? '0'
  return { ...totals, depositsActive, incomeToday, accruals, series, currency: 'USDT' }
}

/** The newest rate of a currency at a moment; nothing of a currency without one can be held. */
export const rateOf = (
  currency: SQL,
  holds: SQL,
): SQL => sql`(case when ${currency} = 'USDT' then 1 else coalesce((
  select rates.rate from rates where rates.coin = ${currency} and ${holds} order by rates.at desc limit 1), 0) end)`

async function seriesOf(
  db: Db,
  { userId, now, timeZone, days = usualDays }: StatisticsRequest,
): Promise<Complete<typeof Statistics>['series']> {
  const moment = sql`${now.toISOString()}::timestamptz`
  const rate = rateOf(sql`currency`, sql`rates.at < ends and rates.at <= ${moment}`)
  const { rows } = await db.execute<{
    date: string
    balance: string
    balance_dep: string
    income: string
  }>(sql`
    with bounds as materialized (
      select today, today - ${days - 1}::int as first
      from (select (${moment} at time zone ${timeZone})::date as today) as present
    ), days as materialized (
      select day::date as day, ((day::date + 1)::timestamp at time zone ${timeZone}) as ends
      from bounds, generate_series(first, today, interval '1 day') as day
    ), changes as materialized (
      select greatest((occurred_at at time zone ${timeZone})::date, first - 1) as day, account, currency,
        sum(amount) as change, sum(amount) filter (where type = 'accrual') as income
      from ledger_lines, bounds
      where user_id = ${userId} and account in ('balance', 'balance_dep') and occurred_at <= ${moment}
      group by 1, account, currency
    ), held as (
      select day, ends, account, currency, sum(coalesce(change, 0) + case when day = first then before else 0 end)
        over (partition by account, currency order by day) as amount
      from bounds, days cross join (
        select account, currency, coalesce(sum(change) filter (where day < first), 0) as before
        from changes, bounds group by account, currency
      ) as accounts left join changes using (day, account, currency)
    ), worth as (
      select day, sum(trunc(amount * ${rate}, 6)) filter (where account = 'balance') as balance,
        sum(trunc(amount * ${rate}, 6)) filter (where account = 'balance_dep') as balance_dep
      from held where amount > 0 group by day
    ), earned as (
      select day, sum(income) as income from changes group by day
    )
    select to_char(day, 'YYYY-MM-DD') as date, coalesce(balance, 0) as balance,
      coalesce(balance_dep, 0) as balance_dep, coalesce(income, 0) as income
    from days left join worth using (day) left join earned using (day) order by day`)
  return rows.map((row) => ({
    date: row.date,
    balance: plain(row.balance),
    balance_dep: plain(row.balance_dep),
    income: plain(row.income),
  }))
}

/**
 * Totals since the beginning: top-ups and completed withdrawals, each at the rate of the time at which it changed the
 * balance, and the income of deposits.
 */
async function totalsOf(
  db: Db,
  userId: string,
): Promise<Pick<Complete<typeof Statistics>, 'refills' | 'payments' | 'income'>> {
  const rate = rateOf(sql`lines.currency`, sql`rates.at <= lines.occurred_at`)
  const { rows } = await db.execute<{ type: string; total: string }>(sql`
    select lines.type, sum(abs(case lines.currency when 'USDT' then amount else trunc(amount * ${rate}, 6) end)) as total
    from ledger_lines as lines
    where lines.user_id = ${userId} and lines.account = 'balance' and (lines.type in ('refill', 'accrual')
      or lines.type = 'payment' and exists (
        select from ledger_entries as entries join payments on payments.id = entries.reference_id
        where entries.id = lines.entry_id and payments.status = 'completed'))
    group by lines.type`)
  const of = (type: string) => plain(rows.find((row) => row.type === type)?.total ?? '0')
  return { refills: of('refill'), payments: of('payment'), income: of('accrual') }
}

/** The open deposits, at the present rates. */
async function principalOf(db: Db, { userId, now }: StatisticsRequest): Promise<string> {
  const rate = rateOf(sql`currency`, sql`rates.at <= ${now.toISOString()}::timestamptz`)
  const { rows } = await db.execute<{ worth: string }>(sql`
    select trunc(balance * ${rate}, 6) as worth from ledger_accounts where user_id = ${userId} and kind = 'balance_dep'`)
  return sum(rows.map(({ worth }) => worth))
}
