import { and, eq, exists, gt, isNull, ne, or, sql } from 'drizzle-orm'
import { type OperatorRole } from '~/contract/operator-roles'
import { FourEyes } from '~/contract/settings'
import { dayMs } from '../clock'
import { type Db } from '../db/connect'
import { auditRecords } from '../db/schema/operator'
import { settings } from '../db/schema/settings'
import { users } from '../db/schema/users'
import { defaultFourEyes } from '../defaults/settings'
import { type OperatorContext } from './audit'
import { type FourEyesRules } from './change'

/** The rule of four eyes: whether it is on, and from what worth in USDT a decision needs a second operator. */

/** The company's rule; the default where it has set none. */
export async function fourEyesOf(db: Db): Promise<FourEyesRules> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, 'fourEyes'))
  return row ? FourEyes.parse(row.value) : defaultFourEyes
}

export interface ActiveOperator {
  id: string
  role: OperatorRole
}

/** The operators who can sign in, of whom somebody may approve a proposal. */
export async function activeOperators(db: Db): Promise<ActiveOperator[]> {
  const rows = await db
    .select({ id: users.id, role: users.operatorRole })
    .from(users)
    .where(and(eq(users.role, 'operator'), isNull(users.suspendedAt), isNull(users.erasedAt)))
  return rows.flatMap(({ id, role }) => (role === null ? [] : [{ id, role }]))
}

/**
 * For so long another admin still counts after being suspended or made something else: one admin can do either alone, and
 * would then change the rule alone.
 */
const countsAfterMs = 7 * dayMs

/** Whether there is another admin, who could approve a change of the rule itself. */
export async function hasColleague(
  db: Db,
  { operatorId, now }: Pick<OperatorContext, 'operatorId' | 'now'>,
): Promise<boolean> {
  const since = new Date(now.getTime() - countsAfterMs)
  const endedAdminship = db
    .select({ id: auditRecords.id })
    .from(auditRecords)
    .where(
      and(
        eq(auditRecords.subjectId, users.id),
        eq(auditRecords.action, 'operator.change_role'),
        sql`${auditRecords.before}->>'role' = 'admin'`,
        gt(auditRecords.createdAt, since),
      ),
    )
  const [colleague] = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.role, 'operator'),
        or(eq(users.operatorRole, 'admin'), exists(endedAdminship)),
        operatorId === null ? undefined : ne(users.id, operatorId),
        or(isNull(users.suspendedAt), gt(users.suspendedAt, since)),
      ),
    )
    .limit(1)
  return colleague !== undefined
}
