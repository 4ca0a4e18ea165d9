/**
 * Who may have a socket: callers who may list notifications, by the same rule. Invariants: a bearer that a call would
 * refuse can't open a socket, and a socket does not outlive its bearer.
 */
import { and, eq, gt, inArray, isNotNull, isNull } from 'drizzle-orm'
import { contract } from '~/contract'
import { type Bearer } from '../auth/tokens'
import { type Db } from '../db/connect'
import { tokens } from '../db/schema/access'
import { users } from '../db/schema/users'
import { authorize } from '../api/access'

/**
 * The caller of a handshake.
 * @param auth as the client sent it, `{token}`
 * @throws Refusal unauthorized, account_suspended, forbidden, phone_unconfirmed
 */
export async function admitSocket(db: Db, auth: unknown, now: Date): Promise<Bearer> {
  const token = typeof auth === 'object' && auth !== null && 'token' in auth ? auth.token : null
  const authorization = typeof token === 'string' ? `Bearer ${token}` : undefined
  const caller = await authorize(contract.notification.list, authorization, {
    ...{ db, now },
    // The call is for investors.
    demo: false,
  })
  return caller! // the call is not public
}

/** Those of the tokens that a socket would still be opened for. */
export async function stillAuthorized(db: Db, tokenIds: string[], now: Date): Promise<Set<string>> {
  const rows = await db
    .select({ id: tokens.id })
    .from(tokens)
    .innerJoin(users, eq(users.id, tokens.userId))
    .where(
      and(
        inArray(tokens.id, tokenIds),
        isNull(tokens.endedAt),
        gt(tokens.expiresAt, now),
        isNull(users.suspendedAt),
        isNotNull(users.phoneConfirmedAt),
        eq(users.role, 'investor'),
      ),
    )
  return new Set(rows.map(({ id }) => id))
}
