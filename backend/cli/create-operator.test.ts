import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { trailOf } from '../../tests/support/operator-context'
import { newId } from '../../tests/support/funds'
import { type TestDatabase, testDatabase, testServers } from '../../tests/support/postgres'
import { type OperatorRole } from '~/contract/operator-roles'
import { createPasswordHasher } from '../auth/passwords'
import { users } from '../db/schema/users'
import { createOperator } from './create-operator'

const passwords = createPasswordHasher({ memoryKiB: 64, passes: 1 })
const password = 'Nine quiet harbours'

describe.each(testServers)('creating an operator on the %s PostgreSQL', (server) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await testDatabase({ server })
  })
  afterAll(() => database.drop())

  const make = (
    login: string,
    change: { another?: boolean; password?: string; email?: string; role?: OperatorRole } = {},
  ) =>
    createOperator(
      database.db,
      { login, password, role: 'admin', another: false, ...change },
      { passwords, newId, now: new Date() },
    )
  const operators = () => database.db.select().from(users).where(eq(users.role, 'operator'))

  // The program does not depend on the database, so it is started on one of them.
  if (server === testServers[0]) {
    test('the command creates the first one from a piped password and refuses the second', async () => {
      const first = await command(['--login', 'anna', '--email', 'Anna@Example.org'], `${password}\n`)
      expect(first).toEqual({ code: 0, said: 'The operator anna can sign in now.\n' })
      const [row] = await operators()
      expect(row).toMatchObject({
        login: 'anna',
        email: 'anna@example.org',
        role: 'operator',
        operatorRole: 'admin',
      })
      expect(await passwords.verify(row!.passwordHash!, password)).toBe(true)
      expect(await trailOf(database.db)).toEqual([`user.make_operator ${row!.id} by the house`])
      const second = await command(['--login', 'ben'], `${password}\n`)
      expect(second).toEqual({
        code: 1,
        said: 'There is an operator already: anna. Add --another for one more.\n',
      })
      expect((await command(['--login', 'ben', '--role', 'cashier', '--another'], password)).code).toBe(0)
      expect((await operators()).map(({ login, operatorRole }) => `${login} ${operatorRole}`).sort()).toEqual(
        ['anna admin', 'ben cashier'],
      )
    })

    test('the command refuses a password as an argument, and does not repeat it', async () => {
      const { code, said } = await command(['--login', 'carl', '--password=Hunter2-hunter2'], '')
      expect(code).toBe(1)
      expect(said).toMatch(/^Usage/)
      expect(said).not.toContain('Hunter2')
      expect(await command(['--login', 'carl', '--another'], '')).toEqual({
        code: 1,
        said: 'No password came in\n',
      })
    })

    test('the command creates none where the app is served by another upstream', async () => {
      const before = await operators()
      const args = ['--login', 'carl', '--another']
      const { code, said } = await command(args, password, { UPSTREAM_URL: 'https://api.example' })
      expect([code, said]).toEqual([1, expect.stringContaining('UPSTREAM_URL is set')])
      expect(said).toContain('docker compose exec backend-1 node build/operator.js')
      expect(await operators()).toEqual(before)
      expect((await command(['--login', 'cora', '--another'], password, { UPSTREAM_URL: ' ' })).code).toBe(0)
    })

    test('the command creates none in a demonstration', async () => {
      const { code, said } = await command(['--login', 'carl'], password, { DEMO: '1' })
      expect([code, said]).toEqual([1, expect.stringContaining('demonstration')])
    })
  }

  test('of two who create the first one at once one succeeds', async () => {
    await database.db.update(users).set({ role: 'investor', operatorRole: null })
    const made = await Promise.allSettled(['dora', 'emil'].map((login) => make(login)))
    expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await operators()).toHaveLength(1)
  })

  test('the first one is an admin', async () => {
    await database.db.update(users).set({ role: 'investor', operatorRole: null })
    await expect(make('hugo', { role: 'support' })).rejects.toThrow('The first operator is an admin')
    await make('hugo')
    expect((await operators()).map(({ operatorRole }) => operatorRole)).toEqual(['admin'])
  })

  test.each([
    ['x', {}, /3 to 32 characters/],
    ['37061234567', {}, /3 to 32 characters/],
    ['fred', { password: 'password1' }, /too simple/],
    ['fred', { email: 'nowhere' }, /E-mail/],
  ])('%s is refused with its error', async (login, change, words) => {
    await expect(make(login, { another: true, ...change })).rejects.toThrow(words)
  })

  test('a taken login is refused in another letter case too', async () => {
    await make('gwen', { another: true })
    await expect(make('GWEN', { another: true })).rejects.toThrow(/already been registered/)
  })

  async function command(args: string[], input: string, env: Record<string, string> = {}) {
    const options: SpawnOptions = {
      stdio: 'pipe',
      env: {
        ...{ NODE_ENV: 'test' as const, PATH: process.env.PATH, HOME: process.env.HOME },
        DATABASE_URL: database.url,
        STORAGE_SECRET: '3q2+7wABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs=',
        ...env,
      },
    }
    const child = spawn(process.execPath, ['--import', 'tsx', 'backend/cli/main.ts', ...args], options)
    child.stdin!.on('error', () => {}).end(input)
    const [said, ended] = await Promise.all([text(child.stderr!), once(child, 'exit')])
    return { code: ended[0] as number, said }
  }
})
