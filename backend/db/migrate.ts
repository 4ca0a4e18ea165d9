import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import { type Client, type Pool, type PoolClient } from 'pg'
import { locks } from './locks'

/** Next to this file in the source, and next to the bundle in a build. */
export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/**
 * Brings the database to the present schema. Drizzle takes no lock of its own, so several backends that start at
 * once on one database would run the same statements: here they queue, and all but the first find nothing to do.
 * Throws the failing statement's error; a migration that fails is rolled back whole.
 */
export async function migrate(pool: Pool, folder = migrationsFolder): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [locks.migration])
    await applyMigrations(client, folder)
  } finally {
    // The lock belongs to the connection: it is closed, not given back, so that no failure above can keep it.
    client.release(true)
  }
}

/** The same for who holds the lock. */
export const applyMigrations = (client: Client | PoolClient, folder = migrationsFolder): Promise<void> =>
  runMigrations(drizzle({ client }), { migrationsFolder: folder })
