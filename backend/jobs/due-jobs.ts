/**
 * Jobs for what becomes due: accruals, expired top-ups, subscriptions and rests that end. Invariants: each may run twice, on two
 * machines at once, or be killed half-way, without another effect; each step is one transaction.
 */
import { sql } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { bookEarliestDue } from '../funds/accruals'
import { type FundsContext } from '../funds/context'
import { expireRefills } from '../funds/refills'
import { endSubscriptions } from '../funds/subscriptions'
import { endRests } from './end-rests'

/** Runs everything that is due at `context.now`, each at its due time. */
export async function runDueJobs(db: Db, context: FundsContext): Promise<void> {
  const due = await dueBy(db, context.now)
  if (due.refills) await db.transaction((tx) => expireRefills(tx, context))
  if (due.subscriptions) await db.transaction((tx) => endSubscriptions(tx, context))
  if (due.rests) await db.transaction((tx) => endRests(tx, context))
  if (!due.accruals) return
  // A run of less than a whole batch was the last one.
  while (await db.transaction((tx) => bookEarliestDue(tx, context)));
}

/** Most runs find nothing to do and learn so by one question. */
async function dueBy(db: Db, now: Date) {
  const moment = sql`${now.toISOString()}::timestamptz`
  const { rows } = await db.execute<Record<'refills' | 'subscriptions' | 'rests' | 'accruals', boolean>>(sql`
    select
      exists (select from refills where status = 'pending' and expires_at <= ${moment} and seen is null) as refills,
      exists (select from subscriptions where ended_at is null and expires_at <= ${moment}) as subscriptions,
      exists (select from users where withdrawals_rest_until <= ${moment} and frozen_at is null) as rests,
      exists (select from deposits where next_accrual_at <= ${moment}) as accruals`)
  return rows[0]!
}
