import { pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns'

/** When each job last ran to its end, whichever backend ran it. */
export const jobRuns = pgTable('job_runs', {
  job: text('job').primaryKey(),
  /** Real time. Kept to half a minute: a later run within it changes nothing. */
  succeededAt: moment('succeeded_at').notNull(),
})
