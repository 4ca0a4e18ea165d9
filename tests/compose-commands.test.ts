import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { differences } from '../backend/backup/tables'
import { withSnapshot } from '../backend/backup/snapshot'
import { openPool } from '../backend/db/connect'
import { migrate } from '../backend/db/migrate'
import { hire } from './support/operator-context'
import { temporaryFolder, testDatabase } from './support/postgres'
import { buildBackend } from '../scripts/build-backend.mjs'

/** The commands by which the pages say that the installation of `compose.yaml` is run, as far as they are the programs' own. */

const Service = z.looseObject({
  entrypoint: z.array(z.string()).optional(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
})
const { services } = z
  .object({ services: z.record(z.string(), Service) })
  .parse(parse(readFileSync('compose.yaml', 'utf8'), { merge: true }))
const page = readFileSync('docs/operations.md', 'utf8')

/** The lines of the first block of commands under a heading. */
function commandsUnder(heading: string): string[][] {
  const [, rest = ''] = page.split(`### ${heading}\n`)
  const [, block = ''] = /```sh\n([^]*?)```/.exec(rest) ?? []
  return block
    .split('\n')
    .filter(Boolean)
    .map((line) =>
      [...line.replace(/ +#.*$/, '').matchAll(/(?:[^\s']|'[^']*')+/g)].map(([word]) =>
        word.replaceAll("'", ''),
      ),
    )
}
const restoreCommands = commandsUnder('A restore by Compose')
const firstCommands = commandsUnder('The first start by Compose')

it('name services that there are, and programs that are built', () => {
  const readme = readFileSync('README.md', 'utf8')
  const lines = [page, readme, readFileSync('ops/prometheus/alerts.yaml', 'utf8')].join('\n')
  const named = [...lines.matchAll(/docker compose (run|exec|up|stop)((?: (?!&&)[\w./=:-]+)+)/g)].map(
    ([, verb, words = '']) => ({ verb, words: words.trim().split(' ') }),
  )
  expect(named.length).toBeGreaterThan(12)
  const built = readFileSync('scripts/build-backend.mjs', 'utf8')
  for (const { verb, words } of named) {
    const plain = words.filter((word, at) => !word.startsWith('-') && words[at - 1] !== '--entrypoint')
    const of = verb === 'run' || verb === 'exec' ? plain.slice(0, 1) : plain
    expect(of.filter((name) => !(name in services))).toEqual([])
    for (const [, script] of words.join(' ').matchAll(/build\/(\w+)\.js/g))
      expect(built).toContain(`${script}:`)
  }
})

it('begin with the file that has to be filled in, and test the configuration before a start', () => {
  const [copy, ...others] = firstCommands
  expect(copy?.[0]).toBe('cp')
  expect(existsSync(copy![1]!)).toBe(true)
  const order = others.map((words) => words.slice(2).join(' '))
  expect(order).toEqual([
    'build',
    'run --rm doctor',
    'up --detach --wait',
    'exec backend-1 node build/operator.js --login anna',
    'run --rm backup',
  ])
  expect(services['backend-1']!.environment).not.toHaveProperty('UPSTREAM_URL')
})

describe('a restore', () => {
  let folder: string
  beforeAll(async () => {
    folder = temporaryFolder()
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    await buildBackend(join(folder, 'build'))
    mkdirSync(join(folder, 'files'))
  })

  /** Runs a service by its own words, with the places of its volumes here. */
  async function run(service: string, databaseUrl: string, given: string[] = []) {
    const { entrypoint = [], command = [], environment } = services[service]!
    const words = [...entrypoint.slice(2), ...(given.length > 0 ? given : command)]
    const [program, ...args] = words.map((word) => word.replace(/^\/data\//, `${folder}/data/`))
    expect(program).toBe('node')
    const child = spawn(process.execPath, args, {
      cwd: folder,
      env: {
        ...{ NODE_ENV: 'production', PATH: process.env.PATH, HOME: process.env.HOME },
        ...Object.fromEntries(
          Object.entries(environment).flatMap(([name, value]) =>
            String(value).includes('${') ? [] : [[name, String(value)]],
          ),
        ),
        ...{
          PUBLIC_URL: 'https://tideline.example',
          STORAGE_SECRET: '3q2+7wABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs=',
        },
        ...{
          DATABASE_URL: databaseUrl,
          STORAGE_URL: `file://${folder}/files`,
          DATA_DIR: join(folder, 'data'),
        },
      },
    })
    const [out, error, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit') as Promise<[number]>,
    ])
    return { code, out, error }
  }

  it('goes by the lines of the page: the database is set aside, and what was backed up is back', async () => {
    const server = await testDatabase()
    const name = `${new URL(server.url).pathname.slice(1)}_kept`
    const at = (database: string) => Object.assign(new URL(server.url), { pathname: `/${database}` }).href
    await server.pool.query(`create database ${name}`)
    onTestFinished(async () => {
      for (const one of [name, `${name}_before`])
        await server.pool.query(`drop database if exists ${one} with (force)`)
      await server.drop()
    })
    const quiet = { debug() {}, info() {}, warn() {}, error() {} }
    const kept = openPool({ connectionString: at(name), max: 1 }, quiet)
    await migrate(kept.pool)
    await hire(kept.db, 'anna')
    const backedUp = await run('backup', at(name))
    expect(backedUp).toMatchObject({ code: 0, error: '' })
    const [before] = readdirSync(join(folder, 'data', 'backups'))
    await hire(kept.db, 'made-after-the-backup')
    await kept.end()

    const [list, stop, setAside, restore, up] = restoreCommands
    expect(list?.slice(2)).toEqual([
      'run',
      '--rm',
      '--no-deps',
      '--entrypoint',
      'ls',
      'restore',
      '/data/backups',
    ])
    // Whoever writes is stopped, and PostgreSQL is not.
    const writers = Object.keys(services).filter((one) => /^(app|backend)-|^proxy$/.test(one))
    expect(stop?.slice(3).sort()).toEqual(writers.sort())
    expect(setAside?.slice(2, 5)).toEqual(['exec', 'postgres', 'psql'])
    for (const word of setAside!)
      for (const [, statement] of word.matchAll(/^--command=(.*)$/g))
        await server.pool.query(statement!.replaceAll('tideline', name))
    const args = restore!.slice(restore!.indexOf('restore') + 1)
    const [, taken = ''] = /\/([^/]+)$/.exec(args.at(-1)!) ?? []
    expect(taken).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/)
    const chosen = args.map((word) => word.replace(taken, before!))
    const restored = await run('restore', at(name), chosen)
    expect(restored).toMatchObject({ code: 0, error: '' })
    expect(restored.out).toContain('Every sum is equal')
    expect(up?.slice(2)).toEqual(['up', '--detach', '--wait'])

    const totals = (url: string) =>
      withSnapshot({ connectionString: url }, (snapshot) => Promise.resolve(snapshot.totals))
    const present = await totals(at(name))
    expect(present.find(({ table }) => table === 'users')?.rows).toBe('1')
    const changed = differences(present, await totals(at(`${name}_before`)))
    expect(changed.map((one) => one.split(' ', 1)[0]).sort()).toEqual(['job_runs', 'users'])
    const again = await run('restore', at(name), chosen)
    expect(again).toMatchObject({ code: 1, error: expect.stringContaining('is not empty') as string })
  })
})
