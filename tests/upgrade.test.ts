import { randomUUID } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { withSnapshot } from '../backend/backup/snapshot'
import { checkAuditChain } from '../backend/operator/audit-chain'
import { buildBackend } from '../scripts/build-backend.mjs'
import { contractionsIn } from './support/contractions'
import { type Investor, browserName, newBearer, newInvestor } from './support/investor'
import { temporaryFolder, testDatabase } from './support/postgres'
import { freePort, runProgram, untilReady } from './support/program'

/**
 * An upgrade without an outage: two releases of the backend run on one database for a while, on the later one's schema.
 * Migrations since the last release take nothing from it, or the changelog says that it has to be stopped first.
 */

const released = JSON.parse(readFileSync('ops/supply/released.json', 'utf8')) as {
  version: string
  lastMigration: string
}

describe('the migrations since the last release', () => {
  const journal = JSON.parse(readFileSync('backend/db/migrations/meta/_journal.json', 'utf8')) as {
    entries: { tag: string }[]
  }
  const tags = journal.entries.map(({ tag }) => tag)

  it('take nothing from it, or the changelog says so', () => {
    const textOf = (tag: string) => readFileSync(`backend/db/migrations/${tag}.sql`, 'utf8')
    const at = tags.indexOf(released.lastMigration)
    expect(at).toBeGreaterThanOrEqual(0)
    const contractions = tags
      .slice(at + 1)
      .flatMap((tag) => contractionsIn(textOf(tag), tags.slice(0, tags.indexOf(tag)).map(textOf).join(';')))
    const [, unreleased = ''] =
      /^## Unreleased\n([^]*?)(?=^## )/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? []
    const isSaid = /^- .*stop the release before/im.test(unreleased)
    expect(isSaid ? [] : contractions).toEqual([])
  })

  it('are of the release that the changelog has last', () => {
    const [, version] = /^## (\d+\.\d+\.\d+) /m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? []
    expect(released.version).toBe(version)
  })

  it.each([
    'DROP TABLE "users"',
    'alter table users drop column email',
    'ALTER TABLE "users" RENAME COLUMN "email" TO "mail"',
    'alter table users rename to people',
    'ALTER TABLE "users" ALTER COLUMN "login" SET DATA TYPE varchar(10)',
    'alter table users alter login type citext',
    'alter table only public.users alter column email set not null',
    'alter table users add column born date not null',
    'alter table users add column a int default 1 not null, add column b int not null',
    'alter table users alter column role drop default',
    'alter table users add constraint c check (email is not null)',
    'CREATE UNIQUE INDEX "one_email" ON "users" USING btree ("email")',
    'drop trigger keep on users',
    'delete from settings',
    'create table "new" (id int);--> statement-breakpoint\ndrop table users',
  ])('would be found where they say: %s', (sql) => {
    expect(contractionsIn(sql)).toHaveLength(1)
  })

  it.each([
    ["'a', 'b'", "'a', 'b', 'c'", 0],
    ["'a', 'b'", "'a', 'c'", 1],
  ])('a list of %s may become one of %s, if that has all of it', (before, after, found) => {
    const made = (words: string) => `"kind_check" CHECK ("t"."kind" in (${words}))`
    const drop = 'ALTER TABLE "t" DROP CONSTRAINT "kind_check";--> statement-breakpoint\n'
    const earlier = `CREATE TABLE "t" ("kind" text, CONSTRAINT ${made(before)})`
    expect(contractionsIn(`${drop}ALTER TABLE "t" ADD CONSTRAINT ${made(after)}`, earlier)).toHaveLength(
      found,
    )
    expect(contractionsIn(`ALTER TABLE "t" ADD CONSTRAINT ${made(after)}`, earlier)).toHaveLength(1)
  })

  it.each([
    'create table t (id text not null);--> statement-breakpoint\nalter table "t" add constraint c check (true)',
    'CREATE TABLE "t" (id int);--> statement-breakpoint\nCREATE UNIQUE INDEX "i" ON "t" USING btree ("id")',
    'alter table users add column note text',
    "alter table users add column kind text not null default 'a, not null'",
    "alter table users add column words tsvector generated always as (to_tsvector('simple', login)) stored not null",
    'alter table users alter column email drop not null',
    'alter table users drop constraint c',
    'create index i on users (email)',
    '-- drop table users\nselect 1 /* truncate users */',
    "insert into settings values ('x', 'drop table users; truncate users')",
    'create function f() returns trigger language plpgsql as $$ begin delete from users; return null; end $$',
    'drop function f();--> statement-breakpoint\ncreate function f() returns int language sql as $$ select 1 $$',
  ])('pass where they only add: %s', (sql) => {
    expect(contractionsIn(sql)).toEqual([])
  })
})

/** What the last release was made from: its tag, or UPGRADE_FROM. A clone without tags has none. */
const revision = process.env.UPGRADE_FROM ?? revisionOf(`v${released.version}`)

function revisionOf(name: string): string | undefined {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--verify', '--quiet', `${name}^{commit}`], {
    encoding: 'utf8',
  })
  return status === 0 ? stdout.trim() : undefined
}

describe.skipIf(!revision)('the last release beside this one', () => {
  let earlier: string
  let present: string
  beforeAll(async () => {
    earlier = join(temporaryFolder(), 'earlier')
    mkdirSync(earlier)
    const unpacked = spawnSync('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', revision!, earlier])
    expect(unpacked.status).toBe(0)
    symlinkSync(resolve('node_modules'), join(earlier, 'node_modules'))
    const script = `import('./scripts/build-backend.mjs').then(({ buildBackend }) => buildBackend('build'))`
    const built = spawnSync(process.execPath, ['-e', script], { cwd: earlier, encoding: 'utf8' })
    expect([built.status, built.stderr]).toEqual([0, ''])
    const here = temporaryFolder()
    symlinkSync(resolve('node_modules'), join(here, 'node_modules'))
    present = join(here, 'build')
    await buildBackend(present)
  })

  it('works on this one’s schema, and both on the same money, sessions and keys', async () => {
    const database = await testDatabase({ filled: true })
    onTestFinished(() => database.drop())
    const dataDir = temporaryFolder()
    const start = async (folder: string, cwd: string) => {
      const port = await freePort()
      const program = runProgram(
        join(folder, 'backend.js'),
        {
          ...{ DATABASE_URL: database.url, BACKEND_PORT: String(port), DEMO: '1', DATA_DIR: dataDir },
          ...{ LOG_LEVEL: 'warn', RATE_LIMIT_FACTOR: '1000' },
        },
        { cwd },
      )
      onTestFinished(() => program.stop())
      await untilReady(program, `http://127.0.0.1:${port}/api/openapi.json`)
      return `http://127.0.0.1:${port}`
    }
    const urls = [await start(present, '.'), await start(join(earlier, 'build'), earlier)] as const
    const [later, before] = urls

    for (const [made, used] of [
      [later, before],
      [before, later],
    ] as const) {
      const investor = await newInvestor(made, { usdt: '1000' })
      const bearer = await newBearer(used, investor)
      const opening = { planId: 'breeze', currency: 'USDT', amount: '300' }
      const key = randomUUID()
      const open = (url: string) => post(url, '/funds/deposits', { bearer, key, body: opening })
      const first = await open(used)
      expect([first.status, first.body]).toEqual([201, expect.objectContaining({})])
      // Sent again to the other release, it is the same deposit.
      expect(await open(made)).toEqual(first)
      const balances = await Promise.all(urls.map((url) => get(url, '/user/balance', bearer)))
      const held = { balance: '700', balance_dep: '300' }
      expect(balances).toEqual([expect.objectContaining(held), expect.objectContaining(held)])
      await closeLater(investor)
    }
    const { faults } = await withSnapshot({ connectionString: database.url }, ({ faults: found }) =>
      Promise.resolve({ faults: found }),
    )
    expect(faults).toEqual([])
    expect((await checkAuditChain(database.db)).broken).toBeNull()
  })
})

/** Another deposit, by the release that the investor was made at. */
async function closeLater({ ask }: Investor): Promise<void> {
  const { deposit } = (await ask('POST', '/funds/deposits', {
    ...{ planId: 'breeze', currency: 'USDT', amount: '300' },
  })) as { deposit: { id: string } }
  expect(deposit.id).toBeTruthy()
}

interface Posting {
  bearer: string
  key: string
  body: object
}

async function post(url: string, path: string, { bearer, key, body }: Posting) {
  const answer = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': browserName,
      authorization: `Bearer ${bearer}`,
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as unknown }
}

async function get(url: string, path: string, bearer: string): Promise<unknown> {
  const answer = await fetch(`${url}/api${path}`, {
    headers: { authorization: `Bearer ${bearer}`, 'user-agent': browserName },
  })
  expect(answer.status).toBe(200)
  return answer.json()
}
