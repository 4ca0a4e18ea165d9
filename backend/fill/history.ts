import { type Size, activityOf, inviterOf, newDepositsOf } from './size'

/** Investors that one transaction makes, by their numbers, both included. */
export interface Range {
  from: number
  to: number
}

/** In USDT: each deposit, each withdrawal with its fee, each later top-up, and what is left of the first one. */
const sums = { deposit: 100, withdrawal: 20, fee: 1, refill: 50, rest: 1000 }

/**
 * The statements that make investors with their histories of a hundred days, by the rules of
 * `backend/domain/investor-postings.ts`. All has happened by now, and each deposit's next income is due within a day.
 * Temporary tables hold the events, so that the rows of all tables agree with them. The texts hold numbers and one date.
 */
export function historyOf(size: Size, { from, to }: Range, now: Date): string[] {
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const people = numbers.map((number) => {
    const { refills, withdrawals, deposits, accruals } = activityOf(size, number)
    const figures = [number, inviterOf(size, number), refills, withdrawals, deposits, accruals]
    return `(${[...figures, newDepositsOf(size, number)].map((figure) => figure ?? 'null::int').join(',')})`
  })
  const moment = `'${now.toISOString()}'::timestamptz`
  return [
    `create temporary table fill_people on commit drop as
      select *, 'fill-' || n as id,
        ${sums.deposit} * (deposits + new_deposits) + ${sums.withdrawal} * withdrawals + ${sums.rest} as paid_in
      from (values ${people.join(',')})
        as people (n, inviter, refills, withdrawals, deposits, accruals, new_deposits)`,
    // Spread over the day, so that their income falls due all day long.
    `create temporary table fill_deposits on commit drop as
      select 'deposit-' || id || '-' || k as id, id as user_id, n, days,
        ${moment} - days * interval '24 hours' - (60 + (n * 7919 + k * 104729) % 86000) * interval '1 second' as started_at
      from (
        select id, n, k, case when k > deposits then 0
          else accruals / deposits + case when k <= accruals % deposits then 1 else 0 end end as days
        from fill_people, generate_series(1, deposits + new_deposits) as k
      ) as numbered`,
    `create temporary table fill_events on commit drop as
      select row_number() over (order by n, at, reference, k) as place, * from (
        select n, 'refill' as type, 'refill' as kind, 'refill-' || id || '-0' as reference, 0 as k,
          paid_in::numeric as amount, ${moment} - interval '2424 hours' as at
        from fill_people
        union all select n, 'refill', 'refill', 'refill-' || id || '-' || k, k, ${sums.refill},
          ${moment} - interval '2400 hours' + k * interval '2300 hours' / (refills + 1)
        from fill_people, generate_series(1, refills) as k
        union all select n, 'deposit_open', 'deposit', id, 0, ${sums.deposit}, started_at from fill_deposits
        union all select n, 'accrual', 'deposit', deposit.id, k,
          trunc(${sums.deposit} * daily_percent / 100, 6), started_at + k * interval '24 hours'
        from fill_deposits as deposit join plans on plans.id = 'breeze', generate_series(1, days) as k
        union all select n, type, 'payment', 'payment-' || id || '-' || k, hours, ${sums.withdrawal},
          ${moment} - interval '2399 hours' + k * interval '2300 hours' / (withdrawals + 1) + hours * interval '1 hour'
        from fill_people, generate_series(1, withdrawals) as k,
          (values ('payment', 0), ('payment_complete', 24)) as phase (type, hours)
      ) as events`,
    'alter table fill_events add primary key (place)',
    'analyze fill_people, fill_deposits, fill_events',
    `insert into users (id, login, email, role, language, inviter_id, own_turnover, registered_at)
      select id, 'investor-' || n, 'investor-' || n || '@example.org', 'investor', 'en', 'fill-' || inviter,
        ${sums.deposit} * (deposits + new_deposits), ${moment} - interval '2448 hours' - n * interval '1 second'
      from fill_people order by n`,
    `insert into refills (id, user_id, system_id, currency, network, request_amount, credited_amount, wallet,
        transaction_hash, status, created_at, expires_at, credited_at)
      select reference, 'fill-' || n, system.id, currency, network, amount, amount, 'T' || md5('fill' || n), md5(reference),
        'topped_up', at - interval '10 minutes', at + interval '50 minutes', at
      from fill_events join payment_systems as system on system.id = 'usdt-trc20' where type = 'refill' order by place`,
    `insert into payments (id, user_id, system_id, currency, network, wallet, amount, fee, net, from_balance,
        transaction_hash, status, created_at, expected_by, approved_at, withdrawn_at)
      select reference, 'fill-' || n, system.id, currency, network, 'T' || md5('own' || n), amount, ${sums.fee},
        amount - ${sums.fee}, amount, md5(reference), 'completed', at, at + interval '96 hours', at + interval '12 hours',
        at + interval '24 hours'
      from fill_events join payment_systems as system on system.id = 'usdt-trc20' where type = 'payment' order by place`,
    `insert into deposits (id, user_id, plan_id, tariff, plan_title, currency, amount, min, worth_usdt, daily_percent,
        term_days, extension_days, extension_multiplier, accruals, accrued, accrued_usdt, started_at, next_accrual_at)
      select deposit.id, user_id, plans.id, tariff, title, 'USDT', ${sums.deposit}, min, ${sums.deposit}, daily_percent,
        term_days, extension_days, extension_multiplier, days, days * income, days * income, started_at,
        started_at + (days + 1) * interval '24 hours'
      from fill_deposits as deposit join plans on plans.id = 'breeze',
        lateral (select trunc(${sums.deposit} * daily_percent / 100, 6) as income) as day`,
    `insert into ledger_entries (id, event_id, type, user_id, occurred_at, reference_kind, reference_id)
      select 'fill-${from}-' || place,
        case type when 'accrual' then 'accrual:' || reference || ':' || k else type || ':' || reference end,
        type, 'fill-' || n, at, kind, reference
      from fill_events order by place`,
    `create temporary table fill_lines on commit drop as
      select place, leg, legs.account, coalesce(fixed, sign * amount) as amount, type, at,
        case when legs.of_house then null else 'fill-' || n end as user_id,
        case when legs.of_house then 'house' else 'fill-' || n end || '/' || legs.account || '/USDT' as account_id
      from fill_events join (values
        ('refill', 1, 'outside', true, -1, null), ('refill', 2, 'balance', false, 1, null),
        ('deposit_open', 1, 'balance', false, -1, null), ('deposit_open', 2, 'balance_dep', false, 1, null),
        ('accrual', 1, 'yield', true, -1, null), ('accrual', 2, 'balance', false, 1, null),
        ('payment', 1, 'balance', false, -1, null), ('payment', 2, 'held', false, 1, null),
        ('payment_complete', 1, 'held', false, null, ${sums.fee - sums.withdrawal}),
        ('payment_complete', 2, 'outside', true, null, ${sums.withdrawal - sums.fee}),
        ('payment_complete', 3, 'held', false, null, ${-sums.fee}),
        ('payment_complete', 4, 'fees', true, null, ${sums.fee})
      ) as legs (type, leg, account, of_house, sign, fixed) using (type)`,
    `insert into ledger_accounts (id, user_id, kind, currency)
      select distinct account_id, user_id, account, 'USDT' from fill_lines on conflict do nothing`,
    `select from ledger_accounts where user_id is null order by id collate "C" for update`,
    `insert into ledger_lines (entry_id, n, account_id, user_id, account, currency, amount, balance_after, type, occurred_at)
      select 'fill-${from}-' || place, leg, account_id, line.user_id, account, 'USDT', amount,
        balance + sum(amount) over (partition by account_id order by place, leg), type, at
      from fill_lines as line join ledger_accounts on ledger_accounts.id = account_id
      order by place, leg`,
    `update ledger_accounts set balance = balance + total
      from (select account_id, sum(amount) as total from fill_lines group by account_id) as sums
      where ledger_accounts.id = account_id`,
    `insert into accruals (deposit_id, k, entry_id, due_at, amount, rate, credited_usdt)
      select reference, k, 'fill-${from}-' || place, at, amount, 1, amount from fill_events where type = 'accrual'`,
  ]
}
