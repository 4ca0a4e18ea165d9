import { parseArgs } from 'node:util'
import { connect } from '../db/connect'
import { readEnv } from '../env'
import { type ChainHead, checkAuditChain, isInChain } from '../operator/audit-chain'
import { printReport } from './print-report'

/**
 * `npm run db:audit [-- --head 120:3f…]`: whether the audit trail is as it was written, and where it is not. It prints the
 * head of the chain; one from an earlier check, kept elsewhere, shows that nothing before it was cut off or made anew.
 */

const usage = 'npm run db:audit [-- --head <position>:<hash>]'
const quiet = { debug() {}, info() {}, warn() {}, error() {} }

async function run(): Promise<string> {
  const known = readHead()
  const { databaseUrl, dataDir } = readEnv()
  const database = await connect({ log: quiet, ...(databaseUrl === null ? { dataDir } : { databaseUrl }) })
  try {
    const { checked, head, broken } = await checkAuditChain(database.db)
    if (broken) {
      const { why, position, recordId } = broken
      const place = [position !== null && `at ${position}`, recordId !== null && `record ${recordId}`]
      throw new Error(
        `The audit trail is broken ${place.filter(Boolean).join(', ')}: ${why}. ${checked} before it fit.`,
      )
    }
    if (known && !(await isInChain(database.db, known)))
      throw new Error(`The audit trail no longer has the head ${known.position}:${known.hash}.`)
    return head
      ? `${checked} records fit. Head: ${head.position}:${head.hash}\n`
      : 'There are no records yet.\n'
  } finally {
    await database.close()
  }
}

/** @throws Error with the usage */
function readHead(): ChainHead | null {
  const { head } = parseArgs({ options: { head: { type: 'string' } }, strict: true }).values
  if (head === undefined) return null
  const [, position, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(head) ?? []
  if (position === undefined || hash === undefined) throw new Error(`Usage: ${usage}`)
  return { position: Number(position), hash }
}

printReport(run)
