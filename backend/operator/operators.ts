/**
 * The operators, as an admin sees and changes them. Invariants: there is always an admin who can sign in; nobody changes
 * their own role, suspends themselves or ends their own sessions here; a suspended operator has no session, and one who is
 * suspended or gets another role no open invitation.
 */
import { and, count, eq, inArray, isNotNull, isNull, max, ne, sql } from 'drizzle-orm'
import { type z } from 'zod'
import { type contract } from '~/contract'
import { type CallOutput } from '~/contract/call'
import { restoreUser, suspendUser } from '../auth/suspension'
import { endTokens } from '../auth/tokens'
import { type Db } from '../db/connect'
import { locks } from '../db/locks'
import { tokens } from '../db/schema/access'
import { secondFactors } from '../db/schema/second-factors'
import { type UserRow, users } from '../db/schema/users'
import { Refusal } from '../domain/refusal'
import { type ListQuery, containing, ordering, paging } from '../funds/pages'
import { type OperatorContext, recordAudit } from './audit'
import { reasonOf } from './decisions'
import { endInvitationsOf, openInvitations } from './invitations'

type Listed = CallOutput<typeof contract.operator.operators>
type Operator = CallOutput<typeof contract.operator.operator>
type Decision = z.output<typeof contract.operator.decideOperator.body> & { id: string }

const isOperator = and(eq(users.role, 'operator'), isNull(users.erasedAt))

/**
 * Operators, newest first, and the open invitations.
 * @param realNow sessions and invitations end by real time
 */
export async function listOperators(db: Db, realNow: Date, query: ListQuery): Promise<Listed> {
  const { page, limit, offset } = paging(query)
  const { registeredAt, login, email, id } = users
  const where = and(isOperator, containing(query.search, [login, email]))
  const rows = await db
    .select()
    .from(users)
    .where(where)
    .orderBy(...ordering(query, { registeredAt, login }, 'registeredAt', id))
    .limit(limit)
    .offset(offset)
  const [items, total, invitations] = await Promise.all([
    show(db, rows, realNow),
    db.$count(users, where),
    openInvitations(db, realNow),
  ])
  return { items, total, page, limit, invitations }
}

/** @throws Refusal not_found */
export async function operatorOf(db: Db, id: string, realNow: Date): Promise<Operator> {
  const rows = await db
    .select()
    .from(users)
    .where(and(isOperator, eq(users.id, id)))
  const [operator] = await show(db, rows, realNow)
  if (!operator) throw new Refusal('not_found')
  return operator
}

async function show(db: Db, rows: UserRow[], realNow: Date): Promise<Operator[]> {
  const ids = rows.map(({ id }) => id)
  const now = realNow.toISOString()
  const used = await db
    .select({
      userId: tokens.userId,
      lastSeenAt: max(tokens.lastUsedAt),
      sessions: sql<number>`(count(*) filter (
        where ${tokens.endedAt} is null and ${tokens.expiresAt} > ${now}::timestamptz))::int`,
    })
    .from(tokens)
    .where(inArray(tokens.userId, ids))
    .groupBy(tokens.userId)
  const factors = await db
    .select({ userId: secondFactors.userId, kind: secondFactors.kind, set: count() })
    .from(secondFactors)
    .where(and(inArray(secondFactors.userId, ids), isNotNull(secondFactors.confirmedAt)))
    .groupBy(secondFactors.userId, secondFactors.kind)
    .orderBy(secondFactors.kind)
  return rows.map((row) => {
    const sessions = used.find(({ userId }) => userId === row.id)
    return {
      ...{ id: row.id, login: row.login, email: row.email },
      role: row.operatorRole!, // of an operator never null: the table's check
      registeredAt: row.registeredAt.toISOString(),
      lastSeenAt: sessions?.lastSeenAt?.toISOString() ?? null,
      sessions: sessions?.sessions ?? 0,
      factors: factors.filter(({ userId }) => userId === row.id).map(({ kind }) => kind),
      suspended: row.suspendedAt && {
        reason: row.suspendedReason ?? '',
        since: row.suspendedAt.toISOString(),
      },
    }
  })
}

/**
 * Decides about another operator.
 * @throws Refusal validation, not_found, already_decided, last_admin
 */
export async function decideOperator(tx: Db, operator: OperatorContext, decision: Decision): Promise<void> {
  const { id, decision: verb, role } = decision
  const reason = reasonOf(decision)
  if (verb === 'change_role' && role === undefined) throw Refusal.ofField('role', 'required')
  if (id === operator.operatorId) throw Refusal.ofField('decision', 'decision_invalid')
  // One after the other: two admins who demote each other at once would leave none.
  await tx.execute(sql`select pg_advisory_xact_lock(${locks.operators})`)
  const [found] = await tx
    .select()
    .from(users)
    .where(and(isOperator, eq(users.id, id)))
    .for('no key update')
  if (!found) throw new Refusal('not_found')
  const subject = { verb, kind: 'operator', id, reason } as const
  switch (verb) {
    case 'change_role': {
      if (found.operatorRole === role) throw new Refusal('already_decided')
      await refuseLastAdmin(tx, found)
      await tx.update(users).set({ operatorRole: role }).where(eq(users.id, id))
      await endInvitationsOf(tx, operator, id)
      return recordAudit(tx, operator, { ...subject, before: { role: found.operatorRole }, after: { role } })
    }
    case 'suspend':
      await refuseLastAdmin(tx, found)
      await suspendUser(tx, { userId: id, reason, at: operator.now })
      await endTokens(tx, id, operator.realNow)
      await endInvitationsOf(tx, operator, id)
      return recordAudit(tx, operator, {
        ...{ ...subject, before: { suspended: false }, after: { suspended: true } },
      })
    case 'restore':
      await restoreUser(tx, { userId: id, at: operator.now })
      return recordAudit(tx, operator, {
        ...{ ...subject, before: { suspended: true }, after: { suspended: false } },
      })
    case 'end_sessions':
      await endTokens(tx, id, operator.realNow)
      return recordAudit(tx, operator, subject)
  }
}

/** @throws Refusal last_admin */
async function refuseLastAdmin(tx: Db, { id, operatorRole }: UserRow): Promise<void> {
  if (operatorRole !== 'admin') return
  const others = and(isOperator, eq(users.operatorRole, 'admin'), isNull(users.suspendedAt), ne(users.id, id))
  if ((await tx.$count(users, others)) === 0) throw new Refusal('last_admin')
}
