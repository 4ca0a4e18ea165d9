import { sql } from 'drizzle-orm'
import { type TestUpstream } from './upstream'

/** Runs the work while a new wallet rests for a day before money goes there, as a company begins. */
export async function withNewWalletsResting(
  { here }: TestUpstream,
  work: () => Promise<void>,
): Promise<void> {
  const set = (hours: number) =>
    here?.db.execute(
      sql`update settings set value = jsonb_set(value, '{rest,walletHours}', ${String(hours)}::jsonb) where key = 'limits'`,
    )
  await set(24)
  try {
    await work()
  } finally {
    await set(0)
  }
}
