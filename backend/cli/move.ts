import { parseArgs } from 'node:util'
import { moveDatabase } from '../backup/move'
import { readEnv } from '../env'
import { printReport } from './print-report'

/** `npm run db:move`: the embedded database of `DATA_DIR` to `DATABASE_URL`, while the product does not run. */

async function run(): Promise<string> {
  parseArgs({ options: {}, strict: true })
  const { loaded, files, faults } = await moveDatabase(readEnv())
  return [
    `${loaded.rows} rows are in the new database: every sum is equal, ${loaded.auditRecords} audit records fit.`,
    files === null ? 'Stored files stay where they are.' : `${files} stored files were copied.`,
    ...(faults ? [`WARNING: broken already: ${faults}.`] : []),
    'DATA_DIR is as it was. Keep its storage-secret: it is STORAGE_SECRET from now on.',
    '',
  ].join('\n')
}

printReport(run, 'Nothing was moved')
