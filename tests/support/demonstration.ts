import { type PasswordHasher, createPasswordHasher } from '../../backend/auth/passwords'
import { realClock } from '../../backend/clock'
import { openPool } from '../../backend/db/connect'
import { putDefaults } from '../../backend/defaults/put-defaults'
import { beginDemo } from '../../backend/demo/begin'
import { type SharedServer, databaseName, onDatabase, urlOf } from './postgres-servers'

/** Cheap password hashes: these tests do not check the cost of guessing. */
export const cheapPasswords = (): PasswordHasher => createPasswordHasher({ memoryKiB: 64, passes: 1 })

/** Creates a database with the state after a demonstration's first start, to be copied. @returns its name */
export async function makeDemonstration({ adminUrl, template }: SharedServer): Promise<string> {
  const name = databaseName('demonstration')
  await onDatabase(adminUrl, (client) => client.query(`create database ${name} template ${template}`))
  const pool = openPool({ connectionString: urlOf(adminUrl, name), max: 2 }, { ...console, debug() {} })
  await putDefaults(pool.db, realClock.now())
  await beginDemo(pool.db, { realClock, demoDate: null, passwords: cheapPasswords() })
  await pool.end()
  return name
}
