import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { version } from '../../package.json'
import { readManifest } from '../backup/folder'
import { faultsText } from '../backup/faults'
import { restoreBackup } from '../backup/restore'
import { withOwnServer } from '../backup/source'
import { readEnv } from '../env'
import { knownSecret } from '../storage/secret'
import { byteStoreOf } from '../storage/storage-of'
import { printReport } from './print-report'

/** `npm run db:restore -- --from /var/backups/tideline/2026-01-31T04-00-00Z`: into the configured database, which is empty. */

const usage = 'npm run db:restore -- --from <folder of one backup>'

async function run(): Promise<string> {
  const { from } = parseArgs({ options: { from: { type: 'string' } }, strict: true }).values
  if (!from) throw new Error(`Usage: ${usage}`)
  // Before an embedded database is made for it.
  await readManifest(resolve(from))
  const env = readEnv()
  const { databaseUrl, dataDir } = env
  const [store, secret] = [await byteStoreOf(env.storage), await knownSecret(env)]
  const restore = (connection: object) =>
    restoreBackup({ place: resolve(from), connection, store, secret, release: version })
  const { manifest, loaded } = await (databaseUrl === null
    ? withOwnServer(dataDir, restore)
    : restore({ connectionString: databaseUrl }))
  const [faults, found] = [faultsText(manifest.faults), faultsText(loaded.faults)]
  return [
    `${loaded.rows} rows of ${manifest.tables.length} tables and ${manifest.files.length} files are back, as of ${manifest.takenAt}.`,
    `Every sum is equal, ${loaded.auditRecords} audit records fit.`,
    ...(faults ? [`WARNING: broken already: ${faults}.`] : []),
    ...(found === faults
      ? []
      : [
          `WARNING: the backup is of release ${manifest.release}; ${version} finds broken in the same rows: ${found || 'nothing'}.`,
        ]),
    '',
  ].join('\n')
}

printReport(run, 'Nothing was restored')
