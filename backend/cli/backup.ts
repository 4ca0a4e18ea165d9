import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { version } from '../../package.json'
import { removeOld } from '../backup/folder'
import { faultsText } from '../backup/faults'
import { recordBackup } from '../backup/record'
import { withDatabaseOf } from '../backup/source'
import { takeBackup } from '../backup/take'
import { readEnv } from '../env'
import { knownSecret } from '../storage/secret'
import { byteStoreOf } from '../storage/storage-of'
import { printReport } from './print-report'

/** `npm run db:backup -- --to /var/backups/tideline`: a backup of the configured database and files, while it runs. */

const usage = 'npm run db:backup -- --to <folder> [--keep <number>] [--untried]'

async function run(): Promise<string> {
  const { to, keep, untried } = readArguments()
  const env = readEnv()
  const [store, secret] = [await byteStoreOf(env.storage), await knownSecret(env)]
  const { place, manifest, loaded, erasedMeanwhile, unrecorded } = await withDatabaseOf(
    env,
    async (connection) => {
      const isTried = !untried
      const taken = await takeBackup({ connection, store, secret, parent: to, release: version, isTried })
      // A copy of the database that only reads can be backed up as well.
      const unrecorded = await recordBackup(connection, new Date(taken.manifest.takenAt)).then(
        () => null,
        ({ message }: Error) => message,
      )
      return { ...taken, unrecorded }
    },
  )
  const gone = keep === null ? [] : await removeOld(to, keep)
  const rows = manifest.totals.reduce((sum, one) => sum + BigInt(one.rows), 0n)
  return [
    `${place}: ${rows} rows of ${manifest.tables.length} tables, ${manifest.files.length} files.`,
    loaded
      ? `It was restored into a server of its own: every sum is equal, ${loaded.auditRecords} audit records fit.`
      : 'It was not tried (--untried).',
    ...(erasedMeanwhile.length > 0 ? [`${erasedMeanwhile.length} files were erased meanwhile.`] : []),
    ...(manifest.faults.length > 0
      ? [`WARNING: broken in the database: ${faultsText(manifest.faults)}.`]
      : []),
    ...(unrecorded ? [`WARNING: tideline_backup_age_seconds does not count it: ${unrecorded}.`] : []),
    ...gone.map((name) => `Removed: ${name}`),
    '',
  ].join('\n')
}

/** @throws Error with the usage */
function readArguments() {
  const options = { to: { type: 'string' }, keep: { type: 'string' }, untried: { type: 'boolean' } } as const
  const { to, keep = '', untried = false } = parseArgs({ options, strict: true }).values
  if (!to || !/^([1-9]\d{0,4})?$/.test(keep)) throw new Error(`Usage: ${usage}`)
  return { to: resolve(to), keep: keep === '' ? null : Number(keep), untried }
}

printReport(run, 'No backup was taken')
