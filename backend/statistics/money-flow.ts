import { sql } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { plain } from '../domain/decimal'
import { rateOf } from './statistics'

/** A day's top-ups and payouts of all investors, in USDT. */
export interface FlowOfDay {
  /** `YYYY-MM-DD` in the product's zone. */
  date: string
  in: string
  out: string
}

/**
 * What came in and went out in each of the last days, the last of them today: credited top-ups and completed withdrawals
 * without their fees, by the day of the credit or of the payout. A day's sums are worth what they were at its end (today:
 * now), as everywhere.
 * @param options.now the product's time
 * @param options.timeZone IANA name of the zone whose days they are
 */
export async function moneyFlow(
  db: Db,
  { now, timeZone, days }: { now: Date; timeZone: string; days: number },
): Promise<FlowOfDay[]> {
  const moment = sql`${now.toISOString()}::timestamptz`
  const rate = rateOf(sql`currency`, sql`rates.at < ends and rates.at <= ${moment}`)
  const { rows } = await db.execute<Record<'date' | 'in' | 'out', string>>(sql`
    with bounds as materialized (
      select today, today - ${days - 1}::int as first, (today - ${days - 1}::int)::timestamp at time zone ${timeZone} as begins
      from (select (${moment} at time zone ${timeZone})::date as today) as present
    ), days as materialized (
      select day::date as day, ((day::date + 1)::timestamp at time zone ${timeZone}) as ends
      from bounds, generate_series(first, today, interval '1 day') as day
    ), sums as (
      select (at at time zone ${timeZone})::date as day, currency, sum(came) as came, sum(went) as went
      from (
        select credited_at as at, currency, credited_amount as came, 0 as went from refills
        where status = 'topped_up' and credited_at >= (select begins from bounds) and credited_at <= ${moment}
        union all
        select withdrawn_at, currency, 0, net from payments
        where status = 'completed' and withdrawn_at >= (select begins from bounds) and withdrawn_at <= ${moment}
      ) as moved group by 1, currency
    )
    select to_char(day, 'YYYY-MM-DD') as date, coalesce(sum(trunc(came * ${rate}, 6)), 0) as in,
      coalesce(sum(trunc(went * ${rate}, 6)), 0) as out
    from days left join sums using (day) group by day order by day`)
  return rows.map((row) => ({ date: row.date, in: plain(row.in), out: plain(row.out) }))
}
