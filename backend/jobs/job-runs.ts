import { sql } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { jobRuns } from '../db/schema/jobs'

/**
 * How operators learn that a job is late. Invariants: a job counts as run when a whole run of it has ended without an
 * error, on any backend of the database; what it should have done by now is looked for as well, so that a job that runs
 * and leaves something behind is late too.
 */

const minuteMs = 60_000

/** The regular jobs, and the time between two runs. */
export const jobIntervalsMs = { dues: 5_000, outbox: 10_000, cleanup: 60 * minuteMs } as const

export type RegularJob = keyof typeof jobIntervalsMs

/** A job is late this long after its time: a restart or a slow run is no reason to look for the cause. */
export const graceMs = 5 * minuteMs

/** A run within this time of the recorded one is not recorded. */
const resolutionMs = minuteMs / 2

/** Records that a run has ended. @param realNow real time */
export async function recordRun(db: Db, job: RegularJob, realNow: Date): Promise<void> {
  const recordedBefore = sql`${new Date(realNow.getTime() - resolutionMs).toISOString()}::timestamptz`
  await db
    .insert(jobRuns)
    .values({ job, succeededAt: realNow })
    .onConflictDoUpdate({
      target: jobRuns.job,
      set: { succeededAt: realNow },
      setWhere: sql`${jobRuns.succeededAt} <= ${recordedBefore}`,
    })
}

export interface LateJob {
  job: RegularJob | 'accruals' | 'refills' | 'subscriptions' | 'rests' | 'files'
  /** In the product's time: since when something is due, or the end of the last run; null if it never ran. */
  since: Date | null
}

/** The jobs that are late, in the order of `LateJob`'s names. */
export async function lateJobs(db: Db, { now, realNow }: { now: Date; realNow: Date }): Promise<LateJob[]> {
  const dueBy = sql`${new Date(now.getTime() - graceMs).toISOString()}::timestamptz`
  const { rows } = await db.execute<{ job: LateJob['job']; at: string | null; is_run: boolean }>(sql`
    select 'accruals' as job, min(next_accrual_at) as at, false as is_run from deposits where next_accrual_at <= ${dueBy}
    union all
    select 'refills', min(expires_at), false from refills where status = 'pending' and expires_at <= ${dueBy} and seen is null
    union all
    select 'subscriptions', min(expires_at), false from subscriptions where ended_at is null and expires_at <= ${dueBy}
    union all
    select 'rests', min(withdrawals_rest_until), false from users
      where withdrawals_rest_until <= ${dueBy} and frozen_at is null
    union all
    select 'files', min(erase_after), false from stored_files where erased_at is null and erase_after <= ${dueBy}
    union all
    select job, succeeded_at, true from job_runs`)
  const left = rows
    .filter((row) => !row.is_run && row.at !== null)
    .map(({ job, at }) => ({ job, since: new Date(at!) })) // those without one were left out
  const runs = new Map(rows.filter((row) => row.is_run).map(({ job, at }) => [job, at]))
  // The demonstration's clock is ahead of the one that runs are recorded by.
  const aheadMs = now.getTime() - realNow.getTime()
  const unrun = Object.entries(jobIntervalsMs).flatMap(([name, intervalMs]): LateJob[] => {
    const job = name as RegularJob // the names of the record above
    const at = runs.get(job)
    if (!at) return [{ job, since: null }]
    const ranAt = new Date(at).getTime()
    const isLate = realNow.getTime() - ranAt > intervalMs + graceMs
    return isLate ? [{ job, since: new Date(ranAt + aheadMs) }] : []
  })
  return [...left, ...unrun]
}
