import { type ClientConfig } from 'pg'
import { connected } from './snapshot'

/**
 * Writes down that a backup was taken, for the gauge of its age: among the runs of the jobs, where it is none of those that
 * can be late by themselves. An older one than is known changes nothing.
 */
export async function recordBackup(connection: ClientConfig, takenAt: Date): Promise<void> {
  const client = await connected(connection)
  try {
    await client.query(
      `insert into job_runs (job, succeeded_at) values ('backup', $1)
       on conflict (job) do update set succeeded_at = greatest(job_runs.succeeded_at, excluded.succeeded_at)`,
      [takenAt.toISOString()],
    )
  } finally {
    await client.end()
  }
}
