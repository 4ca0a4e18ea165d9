import { activityOutcomes, type ActivityKind } from '../../../app/contract/words'
import { check, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { moment, oneOf } from './columns'
import { users } from './users'

/** What was done in each account, in real time. Kind and values are stored, not text; no secret is among them. */
export const activity = pgTable(
  'activity',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    at: moment('at').notNull(),
    /** Not checked here, so that a new kind needs no migration. */
    kind: text('kind').$type<ActivityKind>().notNull(),
    outcome: text('outcome', { enum: activityOutcomes }).notNull(),
    device: text('device'),
    address: text('address'),
    /** Of refused attempts that are counted together: how many there were, and the last one. */
    times: integer('times').notNull().default(1),
    lastAt: moment('last_at').notNull(),
    values: jsonb('values').$type<Record<string, string | number>>().notNull(),
    referenceKind: text('reference_kind'),
    referenceId: text('reference_id'),
    /** Which refused attempts are counted together; null for everything else. */
    countedAs: text('counted_as'),
  },
  (table) => [
    index('activity_user_index').on(table.userId, table.at),
    index('activity_at_index').on(table.at),
    unique('activity_counted_unique').on(table.userId, table.countedAs),
    check('activity_outcome_check', oneOf(table.outcome, activityOutcomes)),
  ],
)
