import { randomUUID } from 'node:crypto'
import { rm, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '~/contract'
import { buildBackend } from '../../scripts/build-backend.mjs'
import { ask, send } from './client'
import { type Person, newInvestor, topUp } from './people'
import { type Program, freePort, runProgram, until, untilReady } from '../support/program'
import { type TestDatabase, temporaryFolder, testDatabase, serversFor } from '../support/postgres'
import { type TestUpstream } from './upstream'

/** The built backend, killed with SIGKILL during a keyed call: money has moved once or not at all. */

const opening = { planId: 'breeze', currency: 'USDT', amount: '300' }

describe.skipIf(process.env.UPSTREAM_URL).each(serversFor('killed'))(
  'a backend killed on the %s PostgreSQL',
  (server) => {
    let database: TestDatabase
    let upstream: TestUpstream
    let program: Program
    let person: Person
    let port: number
    let dataDir: string
    let built: string

    async function start() {
      const env = {
        DATABASE_URL: database.url,
        DATA_DIR: dataDir,
        DEMO: '1',
        BACKEND_PORT: String(port),
        RATE_LIMIT_FACTOR: '1000',
      }
      program = runProgram(join(built, 'backend.js'), env)
      await untilReady(program, `${upstream.url}/api/settings/extensions`)
    }

    beforeAll(async () => {
      built = await buildAside()
      ;[database, port, dataDir] = [await testDatabase({ server }), await freePort(), temporaryFolder()]
      upstream = { url: `http://127.0.0.1:${port}`, here: null, close: async () => {} }
      await start()
      person = await newInvestor(upstream)
      await topUp(upstream, person, '700')
    }, 180_000)
    afterAll(async () => {
      await program.stop()
      await database.drop()
      for (const folder of [dataDir, built]) await rm(folder, { recursive: true, force: true })
    })

    const open = (key: string) =>
      send(upstream, contract.deposits.create, opening, { token: person.token, key })
    const free = async () => (await ask(upstream, contract.user.balance, {}, person)).balance
    const waitingForLocks = async () => {
      const { rows } = await database.pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length > 0
    }

    it(
      'before the call completed: nothing has moved, and a repeated call does the work',
      { timeout: 120_000 },
      async () => {
        const key = randomUUID()
        // The test locks the investor's row, so the call waits inside its transaction with its key acquired.
        const holder = await database.pool.connect()
        await holder.query('begin')
        await holder.query('select id from users where id = $1 for update', [person.id])
        const sent = open(key).catch((error: unknown) => error)
        await until('the call waits for the investor', waitingForLocks)
        expect(await ask(upstream, contract.outcomes.one, { key }, person)).toMatchObject({
          state: 'running',
        })
        await program.kill()
        expect(await sent).toBeInstanceOf(Error)
        await holder.query('rollback')
        holder.release()

        await start()
        expect(await free()).toBe('700')
        expect((await send(upstream, contract.outcomes.one, { key }, person)).status).toBe(404)
        const again = await open(key)
        expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, null])
        expect(await free()).toBe('400')
      },
    )

    it('after the call completed: a repeated call gets the same answer', { timeout: 120_000 }, async () => {
      const key = randomUUID()
      const before = await free()
      const first = await open(key)
      await program.kill()

      await start()
      const again = await open(key)
      expect(again.headers.get('idempotent-replayed')).toBe('true')
      expect(again.body).toEqual(first.body)
      expect(Number(await free())).toBe(Number(before) - 300)
    })
  },
)

/** Builds the present sources in a temporary folder that uses the packages of this repository. */
async function buildAside(): Promise<string> {
  const folder = temporaryFolder()
  await buildBackend(folder)
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  return folder
}
