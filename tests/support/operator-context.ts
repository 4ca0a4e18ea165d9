import { afterAll, beforeAll, describe } from 'vitest'
import { eq } from 'drizzle-orm'
import { type Db } from '../../backend/db/connect'
import { auditChain, auditRecords } from '../../backend/db/schema/operator'
import { users } from '../../backend/db/schema/users'
import { type OperatorContext } from '../../backend/operator/audit'
import { after, at, firstDay, newId, openCompany } from './funds'
import { type TestDatabase, testDatabase, serversFor } from './postgres'

/** The operator in a test, and the audit trail. */

/** Creates an operator; returns the id. */
export async function hire(db: Db, login = newId()): Promise<string> {
  const id = newId()
  await db
    .insert(users)
    .values({ id, login, role: 'operator', operatorRole: 'admin', registeredAt: firstDay })
  return id
}

/** The context of a decision at a moment of the product's time. */
export const operatorContextOf = (operatorId: string, now = firstDay): OperatorContext => ({
  ...at(now),
  operatorId,
})

/** The audit trail, oldest first: `payment.reject p1 by o1: why`. */
export async function trailOf(db: Db): Promise<string[]> {
  const rows = await db
    .select({
      action: auditRecords.action,
      subjectId: auditRecords.subjectId,
      actorId: auditRecords.actorId,
      reason: auditRecords.reason,
    })
    .from(auditRecords)
    .innerJoin(auditChain, eq(auditChain.recordId, auditRecords.id))
    .orderBy(auditChain.position)
  return rows.map(({ action, subjectId, actorId, reason }) =>
    [`${action} ${subjectId} by ${actorId ?? 'the house'}`, reason].filter(Boolean).join(': '),
  )
}

/** A company with one operator, the initial state of the operator's tests. */
export interface Company {
  database: TestDatabase
  operatorId: string
  /** The operator's context, by default a day after the company opened. */
  operator: (now?: Date) => ReturnType<typeof operatorContextOf>
}

/** Describes an operator's work, on a PostgreSQL (`serversFor`). */
export function describeCompany(what: string, tests: (company: Company) => void): void {
  describe.each(serversFor(what))(`${what}, on the %s PostgreSQL`, (server) => {
    const company = {
      operator: (now = after(1)) => operatorContextOf(company.operatorId, now),
    } as Company // the other properties are set before the first test
    beforeAll(async () => {
      company.database = await testDatabase({ server })
      await openCompany(company.database.db)
      company.operatorId = await hire(company.database.db)
    })
    afterAll(() => company.database.drop())
    tests(company)
  })
}
