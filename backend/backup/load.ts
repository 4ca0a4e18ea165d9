import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { locks } from '../db/locks'
import { applyMigrations, migrationsFolder } from '../db/migrate'
import { faultsIn, faultsText } from './faults'
import { connected } from './snapshot'
import {
  type Fault,
  type SequenceState,
  type Table,
  type Totals,
  differences,
  quoted,
  tablesOf,
  textSettings,
  totalsOf,
} from './tables'

/** What is loaded: a backup, or a database that is read at the same time. */
export interface Content {
  migrations: number[]
  tables: Table[]
  totals: Totals[]
  /** What was broken in the ledger or the audit trail already: it is loaded as it was. */
  faults: Fault[]
  /** The rows of a table, as COPY writes them. */
  rowsOf(table: Table): Promise<Readable>
  /** Called after the last row. */
  sequences(): Promise<SequenceState[]>
}

export interface Loaded {
  rows: bigint
  /** How many records of the audit trail were found to fit. */
  auditRecords: number
  /** What this release finds broken. It differs from the content's own only where another release has found those. */
  faults: Fault[]
}

export interface LoadOptions {
  /**
   * Whether the content's faults were found by this release, and so have to be found again. Another release may word a law
   * otherwise, or know more of them.
   */
  isSameRelease: boolean
  /** Called with the loaded rows; where it fails, the database is empty again. */
  beforeCommit?(client: pg.Client): Promise<void>
}

/**
 * Fills an empty database. Invariants: the schema is made by the migrations that the content had, so that the next start
 * brings it up to date as it would have been; all rows are loaded in one transaction, which is committed only where each
 * sum is as it was, and by the same release so are the laws of the ledger and the chain of the audit trail; where that
 * fails, the database is empty again.
 * @throws Error where the database is not empty, the content is of a later release, or something differs
 */
export async function load(
  connection: pg.ClientConfig,
  content: Content,
  options: LoadOptions,
): Promise<Loaded> {
  const journal = journalOf(content.migrations)
  // Holds the lock until the database is whole, or empty again.
  const guard = await connected(connection)
  try {
    await guard.query("set statement_timeout = 0; set lock_timeout = '30s'")
    await refuseOthers(guard)
    await refuseUsed(guard)
    const loaded = await loadEmpty(connection, { journal, content, options }).catch(async (error: Error) => {
      await dropSchema(guard).catch(({ message }: Error) => {
        throw new Error(`${error.message}; the database could not be emptied: ${message}`, { cause: error })
      })
      throw error
    })
    // It is whole without: the server does the same by itself after a while.
    await guard.query('analyze').catch(() => undefined)
    return loaded
  } finally {
    await guard.end()
  }
}

async function loadEmpty(
  connection: pg.ClientConfig,
  { journal, content, options }: { journal: Journal; content: Content; options: LoadOptions },
): Promise<Loaded> {
  const client = await connected(connection)
  try {
    await makeSchema(client, journal)
    await client.query('begin')
    const tables = await fill(client, content)
    const loaded = await compare(client, { content, tables, isSameRelease: options.isSameRelease })
    await options.beforeCommit?.(client)
    await client.query('commit')
    return loaded
  } finally {
    await client.end() // what is not committed is rolled back
  }
}

/** A backend that starts meanwhile waits for this lock. @throws Error while one starts, or another load is under way */
async function refuseOthers(client: pg.Client): Promise<void> {
  const take = 'select pg_try_advisory_lock($1) as locked'
  const { rows } = await client.query<{ locked: boolean }>(take, [locks.migration])
  if (!rows[0]!.locked) throw new Error('a backend or another load is at work on this database')
}

/** Routines of `public` that no extension has made. */
const ownRoutines = `select 'routine if exists ' || oid::regprocedure as made from pg_proc
  where pronamespace = 'public'::regnamespace and not exists (
    select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')`

/** Takes away all that the migrations have made, so that the load can be repeated: there was nothing else. */
async function dropSchema(client: pg.Client): Promise<void> {
  await client.query(`do $$
    declare made text;
    begin
      -- All names are read first: to drop one thing takes others along.
      foreach made in array array(
        select 'table if exists ' || oid::regclass from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        union all
        ${ownRoutines})
      loop
        execute 'drop ' || made || ' cascade';
      end loop;
      drop schema if exists drizzle cascade;
    end $$`)
}

/** @throws Error where the database holds anything */
export async function refuseUsed(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ used: boolean }>(
    `select exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f', 'S'))
      or exists (${ownRoutines})
      or to_regnamespace('drizzle') is not null as used`,
  )
  if (rows[0]!.used)
    throw new Error('the database is not empty: nothing in it is overwritten. Name an empty one')
}

interface Journal {
  entries: { when: number }[]
}

/**
 * The first migrations of this release, those that the content had.
 * @throws Error where they are others
 */
function journalOf(migrations: number[]): Journal {
  const journal = JSON.parse(readFileSync(join(migrationsFolder, 'meta', '_journal.json'), 'utf8')) as Journal
  const entries = journal.entries.slice(0, migrations.length)
  if (
    migrations.length === 0 ||
    entries.some(({ when }, n) => when !== migrations[n]) ||
    entries.length < migrations.length
  )
    throw new Error(
      'its schema is not one that this release knows: take the release that it is of, or a later one',
    )
  return { ...journal, entries }
}

async function makeSchema(client: pg.Client, journal: Journal): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tideline-migrations-'))
  try {
    cpSync(migrationsFolder, folder, { recursive: true })
    writeFileSync(join(folder, 'meta', '_journal.json'), JSON.stringify(journal))
    await applyMigrations(client, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function fill(client: pg.Client, content: Content): Promise<Table[]> {
  await client.query(textSettings)
  await client.query('set local statement_timeout = 0')
  const tables = await tablesOf(client)
  const strange = content.tables.filter(({ name, columns }) => {
    const own = tables.find((one) => one.name === name)?.columns ?? []
    return columns.some((column) => !own.includes(column)) || columns.length !== own.length
  })
  if (strange.length > 0)
    throw new Error(`the migrations make other columns of ${strange.map(({ name }) => name).join(', ')}`)

  // Rows come as they were: no trigger adds to them, and tables that name each other may come in any order. Each
  // reference is made again at the end, when the database goes through all of them.
  const references = await takeReferences(client)
  const names = tables.map(({ name }) => `public.${quoted(name)}`)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  await client.query(`truncate ${names.join(', ')}`)
  for (const table of content.tables) {
    const columns = table.columns.map(quoted).join(', ')
    const copying = client.query(copyFrom(`copy public.${quoted(table.name)} (${columns}) from stdin`))
    await pipeline(await content.rowsOf(table), copying)
  }
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
  for (const { table, name, definition } of references)
    await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
  for (const { name, lastValue } of await content.sequences())
    if (lastValue !== null)
      await client.query('select setval($1::regclass, $2::bigint)', [`public.${quoted(name)}`, lastValue])
  return tables
}

interface Reference {
  table: string
  name: string
  definition: string
}

async function takeReferences(client: pg.Client): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(
    `select conrelid::regclass::text as table, conname::text as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conname`,
  )
  for (const { table, name } of rows)
    await client.query(`alter table ${table} drop constraint ${quoted(name)}`)
  return rows
}

async function compare(
  client: pg.Client,
  { content, tables, isSameRelease }: { content: Content; tables: Table[]; isSameRelease: boolean },
): Promise<Loaded> {
  const totals: Totals[] = []
  for (const table of tables) totals.push(await totalsOf(client, table))
  const different = differences(content.totals, totals)
  if (different.length > 0) throw new Error(`what was loaded differs: ${different.join('; ')}`)
  const { faults, auditRecords } = await faultsIn(client)
  // The rows are equal by now: what another release found in them is no reason to do without them.
  if (isSameRelease && faultsText(faults) !== faultsText(content.faults))
    throw new Error(
      `the ledger and the audit trail are not as they were: ${faultsText(faults) || 'they were broken'}`,
    )
  return { rows: totals.reduce((sum, { rows }) => sum + BigInt(rows), 0n), auditRecords, faults }
}
