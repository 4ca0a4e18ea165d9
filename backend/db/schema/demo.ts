import { sql } from 'drizzle-orm'
import { check, integer, pgTable } from 'drizzle-orm/pg-core'

/** One row: how far the demonstration has moved the product's clock. It lasts over restarts. */
export const demoClock = pgTable(
  'demo_clock',
  {
    id: integer('id').primaryKey().default(1),
    offsetDays: integer('offset_days').notNull().default(0),
    /** Up to which of these days the jobs have run; null where no move has been recorded by it. */
    daysRun: integer('days_run'),
  },
  (table) => [check('demo_clock_one_row', sql`${table.id} = 1 and ${table.offsetDays} >= 0`)],
)
