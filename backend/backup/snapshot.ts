import { type Readable } from 'node:stream'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { faultsIn } from './faults'
import { type SealedTexts, sealedTextsIn } from './sealed-texts'
import {
  type Fault,
  type SequenceState,
  type Table,
  type Totals,
  quoted,
  sequencesOf,
  tablesOf,
  textSettings,
  totalsOf,
} from './tables'

/**
 * A database as it was at one moment, while others go on writing to it: all of it is read in one transaction that sees
 * nothing of what is committed later. It takes no lock that a reader or a writer would wait for.
 */
export interface Snapshot {
  takenAt: Date
  serverVersion: string
  /** When each migration of the schema was made, in milliseconds since the epoch. */
  migrations: number[]
  tables: Table[]
  totals: Totals[]
  faults: Fault[]
  files: SnapshotFile[]
  sealedTexts: SealedTexts[]
  /** The rows of a table, as COPY writes them. Read one to its end before the next. */
  rowsOf(table: Table): Readable
  /** Call it after the last row was read. */
  sequences(): Promise<SequenceState[]>
  /** Whether a file has been erased since. */
  isErasedSince(id: string): Promise<boolean>
}

/** A file that its form was sent with, to the end. */
export interface SnapshotFile {
  id: string
  bytes: number
}

/**
 * @param connection of a database that this product's migrations have made
 * @throws Error where they have not
 */
export async function withSnapshot<Value>(
  connection: pg.ClientConfig,
  work: (snapshot: Snapshot) => Promise<Value>,
): Promise<Value> {
  const client = await connected(connection)
  // What has happened since is seen by another connection alone.
  const present = await connected(connection)
  try {
    await client.query('begin transaction isolation level repeatable read read only')
    await client.query(textSettings)
    await client.query('set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0')
    const value = await work(await openSnapshot(client, present))
    await client.query('commit')
    return value
  } finally {
    // Also in the middle of a copy: the connection is not used again.
    await Promise.all([client.end(), present.end()])
  }
}

async function openSnapshot(client: pg.Client, present: pg.Client): Promise<Snapshot> {
  const { rows } = await client.query<{ at: Date; version: string; migrated: boolean }>(
    `select now() as at, current_setting('server_version') as version,
      to_regclass('drizzle.__drizzle_migrations') is not null as migrated`,
  )
  const { at, version, migrated } = rows[0]! // a select without a table has one row
  if (!migrated) throw new Error('the database holds nothing of Tideline: no migration has run in it')
  const { rows: run } = await client.query<{ created_at: string }>(
    'select created_at from drizzle.__drizzle_migrations order by created_at',
  )
  const tables = await tablesOf(client)
  const totals: Totals[] = []
  for (const table of tables) totals.push(await totalsOf(client, table))
  const { rows: files } = await client.query<SnapshotFile>(
    'select id, bytes::int from stored_files where erased_at is null and bytes > 0 order by id',
  )
  return {
    ...{ takenAt: at, serverVersion: version, tables, totals, files },
    migrations: run.map(({ created_at }) => Number(created_at)),
    faults: (await faultsIn(client)).faults,
    sealedTexts: await sealedTextsIn(client, tables),
    rowsOf: ({ name, columns }) =>
      client.query(
        copyTo(`copy public.${quoted(name)} (${columns.map(quoted).join(', ')}) to stdout`),
      ) as Readable,
    sequences: () => sequencesOf(present),
    async isErasedSince(id) {
      const { rowCount } = await present.query(
        'select from stored_files where id = $1 and erased_at is null',
        [id],
      )
      return rowCount === 0
    },
  }
}

/** A connection by itself, without the pool's limits on how long a statement may take. */
export async function connected(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined) // the statement that waits fails too
  await client.connect()
  return client
}
