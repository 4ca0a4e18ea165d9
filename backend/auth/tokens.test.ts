import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../tests/support/postgres'
import { type Db } from '../db/connect'
import { users } from '../db/schema/users'
import { callerOf, endTokens, issueToken } from './tokens'

const now = new Date('2026-03-01T12:00:00.000Z')
const later = (days: number, ms = 0) => new Date(now.getTime() + days * 86_400_000 + ms)

let database: TestDatabase
let db: Db
let made = 0

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  await db.insert(users).values({ id: 'u1', login: 'marta', registeredAt: now })
})
afterAll(() => database.drop())

const issue = () =>
  issueToken(db, { id: `t${++made}`, userId: 'u1', now, device: 'a browser', address: '192.0.2.1' })

it('is valid for thirty days', async () => {
  const token = await issue()
  expect((await callerOf(db, token, later(30, -1)))?.user.login).toBe('marta')
  expect(await callerOf(db, token, later(30))).toBeNull()
})

it('is 256 random bits that are not stored in the database', async () => {
  const token = await issue()
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  const { rows } = await db.execute(sql`select * from tokens`)
  expect(JSON.stringify(rows)).not.toContain(token)
})

it('ends with all others of its user', async () => {
  const tokens = [await issue(), await issue()]
  await endTokens(db, 'u1', now)
  for (const token of tokens) expect(await callerOf(db, token, now)).toBeNull()
  expect(await callerOf(db, await issue(), now)).not.toBeNull()
})

it('records its last use, every five minutes at most', async () => {
  const token = await issue()
  const lastUse = async () => {
    const { rows } = await db.execute<{ at: string }>(
      sql`select last_used_at as at from tokens where id = ${`t${made}`}`,
    )
    return new Date(rows[0]!.at)
  }
  await callerOf(db, token, later(0, 4 * 60_000))
  expect(await lastUse()).toEqual(now)
  await callerOf(db, token, later(0, 6 * 60_000))
  expect(await lastUse()).toEqual(later(0, 6 * 60_000))
})
