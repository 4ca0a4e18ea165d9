import { eq, sql } from 'drizzle-orm'
import { type OperatorRole } from '~/contract/operator-roles'
import { NewLogin } from '~/contract/values'
import { foldEmail, foldPhone } from '../auth/contact'
import { isTooSimple } from '../auth/password-rules'
import { type PasswordHasher } from '../auth/passwords'
import { refusalOfTaken } from '../auth/taken'
import { type Db } from '../db/connect'
import { locks } from '../db/locks'
import { users } from '../db/schema/users'
import { recordAudit } from '../operator/audit'
import { errorText } from '../domain/texts'

/**
 * The first operator of a company (`npm run db:operator`). Invariants: the first is an admin, who can invite the others;
 * a second one needs an explicit flag, also when two commands run at once; the audit trail records it, with the house as
 * its author.
 */

export interface NewOperator {
  login: string
  password: string
  email?: string
  role: OperatorRole
  /** Another operator besides the existing ones. */
  another: boolean
}

/** An error whose message the command prints as it is. */
export class OperatorError extends Error {
  override name = 'OperatorError'
}

export interface Making {
  passwords: PasswordHasher
  newId: () => string
  now: Date
}

/** @throws OperatorError with the reason */
export async function createOperator(
  db: Db,
  { login, password, email, role, another }: NewOperator,
  { passwords, newId, now }: Making,
): Promise<void> {
  if (!NewLogin.safeParse(login).success || foldPhone(login))
    throw new OperatorError(errorText('en', 'login_invalid'))
  if (email !== undefined && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
    throw new OperatorError(errorText('en', 'email_invalid'))
  }
  if (await isTooSimple(password, { login, email }))
    throw new OperatorError(errorText('en', 'password_too_simple'))
  const passwordHash = await passwords.hash(password)
  const id = newId()
  const row = {
    ...({ id, login, passwordHash, role: 'operator', operatorRole: role, registeredAt: now } as const),
    ...(email && { email: foldEmail(email) }),
  }
  await db
    .transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${locks.operators})`)
      const [present] = await tx.select().from(users).where(eq(users.role, 'operator')).limit(1)
      if (present && !another) {
        throw new OperatorError(`There is an operator already: ${present.login}. Add --another for one more.`)
      }
      if (!present && role !== 'admin') {
        throw new OperatorError('The first operator is an admin, who can invite the others.')
      }
      await tx.insert(users).values(row)
      await recordAudit(
        tx,
        { now, newId, operatorId: null },
        {
          ...{ verb: 'make_operator', kind: 'user', id },
          after: { operatorRole: role },
        },
      )
    })
    .catch((error: unknown) => {
      const taken = refusalOfTaken(error)
      throw taken ? new OperatorError(errorText('en', taken.code)) : error
    })
}
