/**
 * Sends the summary of a day when it is over: the income of all deposits together, and the matching bonus. Invariants:
 * a day is summarized once, also if this runs late or several times, and after everything that was due in it is booked,
 * so the caller books first.
 */
import { eq, sql } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { settings } from '../db/schema/settings'
import { type FundsContext } from '../funds/context'
import { type NotificationEvent, notify } from '../notifications/events'

/** Next to the contract's settings, where no call reads it: the last summarized day. */
const lastDayKey = 'notifications.day_told'
/** Notifications of one statement, which takes 65,535 values. */
const maxOfOne = 5_000
/** Days of one transaction, where several have no summary yet. */
const maxDays = 31

export interface DaysContext extends Pick<FundsContext, 'now' | 'newId'> {
  /** IANA name of the zone whose days they are. */
  timeZone: string
}

/** Summarizes every day that is over by `now` and has no summary. The very first run skips the past. */
export async function sendDailySummaries(db: Db, context: DaysContext): Promise<void> {
  // Most runs find no such day and need no lock for that.
  while ((await hasNextDay(db, context)) && (await db.transaction((tx) => summarizeNextDays(tx, context))));
}

/** Marks every day before this one, `YYYY-MM-DD`, as summarized. */
export async function startOfDailySummaries(tx: Db, day: string, now: Date): Promise<void> {
  await saveLastDay(tx, sql`${day}::date - 1`, now)
}

async function hasNextDay(db: Db, context: DaysContext): Promise<boolean> {
  const { rows } = await db.execute<{ is: boolean }>(sql`
    select (value #>> '{}')::date + 1 < ${dayOf(context)} as is from settings where key = ${lastDayKey}`)
  return rows[0]?.is ?? true
}

/** The day of the zone that it is. */
const dayOf = ({ now, timeZone }: DaysContext) =>
  sql`(${now.toISOString()}::timestamptz at time zone ${timeZone})::date`

interface Day {
  /** `YYYY-MM-DD` in the zone. */
  day: string
  endMs: number
}

/** Returns whether there was a day to summarize. */
async function summarizeNextDays(tx: Db, context: DaysContext): Promise<boolean> {
  const { now, newId, timeZone } = context
  // The row is locked, so that of two concurrent runs the second finds the days done.
  const [lastDay] = await tx.select().from(settings).where(eq(settings.key, lastDayKey)).for('update')
  const today = dayOf(context)
  if (!lastDay) {
    await saveLastDay(tx, sql`${today} - 1`, now)
    return false
  }
  const { rows: days } = await tx.execute<Day & Record<string, unknown>>(sql`
    select day::date::text as day,
      (extract(epoch from (day::date + 1)::timestamp at time zone ${timeZone}) * 1000)::float8 as "endMs"
    from generate_series(${lastDay.value as string}::date + 1, ${today} - 1, interval '1 day') as day
    order by 1 limit ${maxDays}`)
  const last = days.at(-1)
  if (!last) return false
  const notifications = await notificationsOf(tx, days, timeZone)
  for (let from = 0; from < notifications.length; from += maxOfOne) {
    await notify(tx, newId, notifications.slice(from, from + maxOfOne))
  }
  await saveLastDay(tx, sql`${last.day}::date`, now)
  return true
}

/** @param days one after another, at least one */
async function notificationsOf(tx: Db, days: Day[], timeZone: string): Promise<NotificationEvent[]> {
  const ends = new Map(days.map(({ day, endMs }) => [day, new Date(endMs)]))
  // By the entry's type: a reward that becomes free on that day was in the summary of the day it was earned.
  const { rows } = await tx.execute<{ userId: string; kind: DayKind; day: string; amount: string }>(sql`
    select lines.user_id as "userId", case when lines.type = 'accrual' then 'income_of_day'
        when lines.account = 'balance' then 'matching_of_day' else 'matching_held_of_day' end as kind,
      (lines.occurred_at at time zone ${timeZone})::date::text as day,
      trim_scale(sum(amount))::text as amount
    from ledger_lines as lines join ledger_entries as entries on entries.id = lines.entry_id
    where lines.user_id is not null and lines.account in ('balance', 'rewards_held') and currency = 'USDT'
      and lines.type in ('accrual', 'matching') and entries.type in ('accrual', 'matching')
      and lines.occurred_at >= ${days[0]!.day}::timestamp at time zone ${timeZone}
      and lines.occurred_at < ${ends.get(days.at(-1)!.day)!.toISOString()}::timestamptz
    group by 1, 2, 3 order by 3, 1, 2`)
  return rows.map(({ userId, kind, day, amount }) => ({
    userId,
    at: ends.get(day)!,
    kind,
    values: { day, amount, currency: 'USDT' },
  }))
}

type DayKind = 'income_of_day' | 'matching_of_day' | 'matching_held_of_day'

async function saveLastDay(tx: Db, day: ReturnType<typeof sql>, now: Date): Promise<void> {
  await tx.execute(sql`
    insert into settings (key, value, updated_at)
    values (${lastDayKey}, to_jsonb((${day})::text), ${now.toISOString()}::timestamptz)
    on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`)
}
