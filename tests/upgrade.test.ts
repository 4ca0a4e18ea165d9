import { randomUUID } from 'node:crypto'
import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { withSnapshot } from '../backend/backup/snapshot'
import { checkAuditChain } from '../backend/operator/audit-chain'
import { built } from './support/built'
import { contractionsIn } from './support/contractions'
import { type Investor, browserName, newBearer, newInvestor } from './support/investor'
import { type TestDatabase, temporaryFolder, testDatabase } from './support/postgres'
import { type Program, appEntry, backendEntry, freePort, runProgram, untilReady } from './support/program'
import { released, releasedRevision } from './support/release'
import { testSecret } from './support/stack'
import { Answer, signedIn } from './support/visitor'

/**
 * An upgrade without an outage: two releases of the backend run on one database for a while, on the later one's schema.
 * Migrations since the last release take nothing from it, or the changelog says that it has to be stopped first.
 */

/** The migrations of a release, in their order. */
function migrationsOf({ folder }: Release): string[] {
  const journal = readFileSync(join(folder, 'backend/db/migrations/meta/_journal.json'), 'utf8')
  return (JSON.parse(journal) as { entries: { tag: string }[] }).entries.map(({ tag }) => tag)
}

/** A release on disk: what its programs are run from. */
interface Release {
  folder: string
}
const present: Release = { folder: process.cwd() }

describe('the migrations since the last release', () => {
  const tags = migrationsOf(present)

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

/** Apps that serve the same visitors share what was sent in it. */
const redisUrl = process.env['REDIS_URL_TEST']

describe.skipIf(!releasedRevision)('the last release beside this one', () => {
  let earlier: Release
  let database: TestDatabase
  /** Of the backends: the present one, which has brought the schema up to date, and the earlier one. */
  let urls: readonly [present: string, earlier: string]
  const dataDir = temporaryFolder()
  const programs: Program[] = []

  beforeAll(async () => {
    const folder = join(temporaryFolder(), 'earlier')
    mkdirSync(folder)
    const unpacked = spawnSync('sh', [
      ...['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', releasedRevision!, folder],
    ])
    expect(unpacked.status).toBe(0)
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    await Promise.all([
      promisify(execFile)(process.execPath, ['scripts/build.mjs'], { cwd: folder }),
      built(),
    ])
    earlier = { folder }
    if (!process.env.UPGRADE_FROM) expect(migrationsOf(earlier).at(-1)).toBe(released.lastMigration)
    database = await testDatabase({ filled: true })
    urls = [await startBackend(present), await startBackend(earlier)]
  }, 300_000)
  afterAll(async () => {
    for (const program of programs.reverse()) await program.stop()
    await database.drop()
  })

  async function start({ folder }: Release, entry: string, env: Record<string, string>, address: string) {
    const common = { DEMO: '1', DATA_DIR: dataDir, LOG_LEVEL: 'warn', RATE_LIMIT_FACTOR: '1000' }
    const program = runProgram(join(folder, entry), { ...common, ...env }, { cwd: folder })
    programs.push(program)
    await untilReady(program, address)
  }

  async function startBackend(release: Release): Promise<string> {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const env = { DATABASE_URL: database.url, BACKEND_PORT: String(port) }
    await start(release, backendEntry, env, `${url}/api/openapi.json`)
    return url
  }

  async function startApp(release: Release, upstreamUrl: string): Promise<string> {
    const port = await freePort()
    const url = `http://localhost:${port}`
    const env = {
      PORT: String(port),
      PUBLIC_URL: url,
      UPSTREAM_URL: upstreamUrl,
      SESSION_SECRETS: testSecret,
      REDIS_URL: redisUrl!,
    }
    await start(release, appEntry, env, `${url}/readyz`)
    return url
  }

  afterEach(async () => {
    const { faults } = await withSnapshot({ connectionString: database.url }, ({ faults: found }) =>
      Promise.resolve({ faults: found }),
    )
    expect(faults).toEqual([])
    expect((await checkAuditChain(database.db)).broken).toBeNull()
  })

  it('works on this one’s schema, and both on the same money, sessions and keys', async () => {
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
  })

  it.skipIf(!redisUrl)(
    'has an app that shares forms with this one’s, each on the backend of the other',
    async () => {
      const [later, before] = urls
      const apps = [await startApp(earlier, later), await startApp(present, before)] as const
      const [ofEarlier, ofPresent] = apps
      for (const [app, other] of [
        [ofEarlier, ofPresent],
        [ofPresent, ofEarlier],
      ] as const) {
        const investor = await newInvestor(later, { usdt: '1000' })
        const visitor = await signedIn(app, investor, 'en')
        const page = await visitor.visit('/cabinet/deposits/new')
        const opening = { planId: 'breeze', currency: 'USDT', amount: '300' }
        const review = await visitor.submit(page, 'name="amount"', opening)
        const confirm = (at: string) => {
          const there = new Answer(review.status, new URL(review.url.pathname, at), review.html)
          return visitor.press(there, 'id="confirm"')
        }
        // What one release has shown is confirmed at the other, with the same session. Sent again, it is the same deposit.
        const opened = await confirm(other)
        expect([opened.status, opened.refused.problems]).toEqual([200, []])
        expect(opened.url.pathname).toMatch(/^\/cabinet\/deposits\/(?!new)[^/]+$/)
        for (const at of [app, other, app]) {
          const again = await confirm(at)
          expect([again.status, again.url.pathname]).toEqual([200, opened.url.pathname])
        }
        // Another, each part at one release.
        const own = await visitor.visit('/cabinet/deposits/new')
        const second = await visitor.submit(own, 'name="amount"', { ...opening, amount: '200' })
        const made = await visitor.press(second, 'id="confirm"')
        expect([made.status, made.refused.problems]).toEqual([200, []])
        expect(made.url.pathname).not.toBe(opened.url.pathname)

        for (const url of urls)
          expect(await get(url, '/user/balance', await newBearer(url, investor))).toMatchObject({
            ...{ balance: '500', balance_dep: '500' },
          })
        for (const at of apps) {
          const shown = await visitor.visit(`${at}/cabinet/deposits`)
          expect([shown.status, shown.entries('/cabinet/deposits').length]).toEqual([200, 2])
        }
      }
    },
  )
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
