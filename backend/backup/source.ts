import { join } from 'node:path'
import { type ClientConfig } from 'pg'
import { startEmbeddedPostgres } from '../db/embedded'
import { answers, readPidFile } from '../db/embedded/pid-file'
import { type BackendEnv } from '../env'

const quiet = { debug() {}, info() {}, warn() {}, error() {} }

/**
 * Runs with the database of a configuration: the one of `DATABASE_URL`, or the embedded one, through the socket of the
 * server that runs on its folder, or of one that is started for this.
 */
export async function withDatabaseOf<Value>(
  { databaseUrl, dataDir }: Pick<BackendEnv, 'databaseUrl' | 'dataDir'>,
  work: (connection: ClientConfig) => Promise<Value>,
): Promise<Value> {
  if (databaseUrl !== null) return work({ connectionString: databaseUrl })
  const running = await runningServer(dataDir)
  return running ? work(running) : withOwnServer(dataDir, work)
}

/** Runs with an embedded server that belongs to this process alone. @throws DataFolderInUse where it is another's */
export async function withOwnServer<Value>(
  dataDir: string,
  work: (connection: ClientConfig) => Promise<Value>,
  settings: Record<string, string> = {},
): Promise<Value> {
  const embedded = await startEmbeddedPostgres({ dataDir, log: quiet, settings })
  try {
    return await work(embedded.connection)
  } finally {
    await embedded.stop()
  }
}

/** How the server is reached that runs on a data folder, by this process or another; null where none does. */
export async function runningServer(dataDir: string): Promise<ClientConfig | null> {
  const file = await readPidFile(join(dataDir, 'postgres')).catch(() => undefined)
  if (!file?.ready || !file.socketDir || !(await answers(file.socket))) return null
  return { host: file.socketDir, user: 'app', database: 'postgres' }
}
