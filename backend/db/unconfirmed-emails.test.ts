import { readFileSync, readdirSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { firstDay, newId } from '../../tests/support/funds'
import { testDatabase } from '../../tests/support/postgres'
import { emailCodes } from './schema/access'
import { users } from './schema/users'

const folder = new URL('migrations/', import.meta.url)
const name = readdirSync(folder).find((file) => file.endsWith('_unconfirmed_emails.sql'))!
const migration = readFileSync(new URL(name, folder), 'utf8')

test('an e-mail from before the codes has to be confirmed if nothing of its account was ever confirmed', async () => {
  const { db, drop } = await testDatabase()
  onTestFinished(drop)
  const account = async (login: string, facts: Partial<typeof users.$inferInsert> = {}) => {
    const email = `${login}@example.org`
    await db.insert(users).values({ id: login, login, email, registeredAt: firstDay, ...facts })
  }
  await account('nothing-confirmed', { phone: '+37060000001' })
  await account('phone-confirmed', { phone: '+37060000002', phoneConfirmedAt: firstDay })
  await account('phone-changed', { phone: '+37060000003', contactsChangedAt: firstDay })
  await account('operator', { role: 'operator', operatorRole: 'admin' })
  await account('waits-for-another', { pendingEmail: 'another@example.org' })
  await account('code-used')
  const code = { id: newId(), userId: 'code-used', email: 'code-used@example.org', codeHash: 'x' }
  await db.insert(emailCodes).values({ ...code, createdAt: firstDay, expiresAt: firstDay, usedAt: firstDay })

  await db.execute(sql.raw(migration))

  const moved = await db
    .select()
    .from(users)
    .where(sql`${users.email} is null`)
  expect(moved).toMatchObject([
    { login: 'nothing-confirmed', email: null, pendingEmail: 'nothing-confirmed@example.org' },
  ])
  const kept = await db.select().from(users).where(eq(users.login, 'waits-for-another'))
  expect(kept).toMatchObject([
    { email: 'waits-for-another@example.org', pendingEmail: 'another@example.org' },
  ])
})
