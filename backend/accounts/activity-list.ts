import { and, eq, inArray } from 'drizzle-orm'
import { type CallOutput } from '~/contract/call'
import { type activity as calls } from '~/contract/extensions/activity'
import { activityKinds } from '~/contract/words'
import { type z } from 'zod'
import { type Db } from '../db/connect'
import { activity } from '../db/schema/activity'
import { ordering, paging, withinDays } from '../funds/pages'

/** What was done in one account, newest first. */
export async function listActivity(
  db: Db,
  { userId, timeZone }: { userId: string; timeZone: string },
  query: z.output<(typeof calls.list)['query']>,
): Promise<CallOutput<typeof calls.list>> {
  const { page, limit, offset } = paging(query)
  const { group, outcome } = query
  const where = and(
    eq(activity.userId, userId),
    group && inArray(activity.kind, [...activityKinds[group]]),
    outcome && eq(activity.outcome, outcome),
    ...withinDays(activity.at, query, timeZone),
  )
  const [rows, total] = await Promise.all([
    db
      .select()
      .from(activity)
      .where(where)
      .orderBy(...ordering(query, { at: activity.at }, 'at', activity.id))
      .limit(limit)
      .offset(offset),
    db.$count(activity, where),
  ])
  const items = rows.map(({ referenceKind, referenceId, ...row }) => ({
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    outcome: row.outcome,
    device: row.device,
    address: row.address,
    times: row.times,
    lastAt: row.lastAt.toISOString(),
    values: row.values,
    reference: referenceKind && referenceId ? { kind: referenceKind, id: referenceId } : null,
  }))
  return { items, total, page, limit }
}
