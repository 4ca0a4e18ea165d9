import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { checkAuditChain } from '../operator/audit-chain'
import { type Fault, ledgerFaults } from './tables'

/**
 * What is broken in a database: laws of the ledger, and the first break of the audit trail's chain. A copy is made all the same,
 * broken in the same way; it fails only where the copy differs.
 */
export async function faultsIn(client: pg.Client): Promise<{ faults: Fault[]; auditRecords: number }> {
  const faults: Fault[] = await ledgerFaults(client)
  const { checked, broken } = await checkAuditChain(drizzle({ client }))
  if (broken)
    faults.push({
      what: `break in the audit trail, at record ${broken.position ?? broken.recordId} (${broken.why})`,
      count: 1,
    })
  return { faults, auditRecords: checked }
}

/** For people; empty where there are none. */
export const faultsText = (faults: readonly Fault[]): string =>
  faults.map(({ what, count }) => `${count} ${what}`).join('; ')
