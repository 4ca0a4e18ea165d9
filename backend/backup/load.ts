import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { migrate, migrationsFolder } from '../db/migrate'
import { checkAuditChain } from '../operator/audit-chain'
import { connected } from './snapshot'
import {
  type LedgerFault,
  type SequenceState,
  type Table,
  type Totals,
  differences,
  ledgerFaults,
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
  /** Where the ledger was broken already: it is loaded as it was. */
  faults: LedgerFault[]
  /** The rows of a table, as COPY writes them. */
  rowsOf(table: Table): Promise<Readable>
  /** Called after the last row. */
  sequences(): Promise<SequenceState[]>
}

export interface Loaded {
  rows: bigint
  /** How many records of the audit trail were found to fit. */
  auditRecords: number
}

/**
 * Fills an empty database. Invariants: the schema is made by the migrations that the content had, so that the next start
 * brings it up to date as it would have been; all rows are loaded in one transaction, which is committed only where each
 * sum, the laws of the ledger and the chain of the audit trail are as they were.
 * @throws Error where the database is not empty, the content is of a later release, or something differs
 */
export async function load(connection: pg.ClientConfig, content: Content): Promise<Loaded> {
  const client = await connected(connection)
  try {
    await refuseUsed(client)
    await makeSchema(connection, content.migrations)
    await client.query('begin')
    try {
      const loaded = await fill(client, content)
      await client.query('commit')
      await client.query('analyze')
      return loaded
    } catch (error) {
      await client.query('rollback').catch(() => undefined) // the connection may be what has failed
      throw error
    }
  } finally {
    await client.end()
  }
}

/** @throws Error where the database holds anything */
export async function refuseUsed(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ used: boolean }>(
    `select exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'S'))
      or to_regclass('drizzle.__drizzle_migrations') is not null as used`,
  )
  if (rows[0]!.used)
    throw new Error('the database is not empty: nothing in it is overwritten. Name an empty one')
}

/** Runs the first migrations of this release, those that the content had. */
async function makeSchema(connection: pg.ClientConfig, migrations: number[]): Promise<void> {
  const journal = JSON.parse(readFileSync(join(migrationsFolder, 'meta', '_journal.json'), 'utf8')) as {
    entries: { when: number }[]
  }
  const known = journal.entries.slice(0, migrations.length)
  if (
    migrations.length === 0 ||
    known.some(({ when }, n) => when !== migrations[n]) ||
    known.length < migrations.length
  )
    throw new Error(
      'its schema is not one that this release knows: take the release that it is of, or a later one',
    )
  const folder = mkdtempSync(join(tmpdir(), 'tideline-migrations-'))
  const pool = new pg.Pool({ ...connection, max: 1 })
  try {
    cpSync(migrationsFolder, folder, { recursive: true })
    writeFileSync(join(folder, 'meta', '_journal.json'), JSON.stringify({ ...journal, entries: known }))
    await migrate(pool, folder)
  } finally {
    await pool.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function fill(client: pg.Client, content: Content): Promise<Loaded> {
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
  return compare(client, content, tables)
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

async function compare(client: pg.Client, content: Content, tables: Table[]): Promise<Loaded> {
  const totals: Totals[] = []
  for (const table of tables) totals.push(await totalsOf(client, table))
  const different = differences(content.totals, totals)
  if (different.length > 0) throw new Error(`what was loaded differs: ${different.join('; ')}`)
  const faults = await ledgerFaults(client)
  if (faultsText(faults) !== faultsText(content.faults))
    throw new Error(`the ledger is not as it was: ${faultsText(faults) || 'it was broken'}`)
  const chain = await checkAuditChain(drizzle({ client }))
  if (chain.broken)
    throw new Error(
      `the audit trail is broken at ${chain.broken.position ?? chain.broken.recordId}: ${chain.broken.why}`,
    )
  return {
    rows: totals.reduce((sum, { rows }) => sum + BigInt(rows), 0n),
    auditRecords: chain.checked,
  }
}

/** For people; empty where there are none. */
export function faultsText(faults: readonly LedgerFault[]): string {
  return faults.map(({ what, count }) => `${count} ${what}`).join('; ')
}
