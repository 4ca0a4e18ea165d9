import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type contract } from '~/contract'
import { type CallInput, type CallOutput } from '~/contract/call'
import { cancelContactReplacement, lockInvestor, planContactReplacement } from '../auth/replace-contacts'
import { planFactorRemoval } from '../auth/second-factors/lost-factors'
import { notifyOwner } from '../auth/security-notifications'
import { restoreUser, suspendUser } from '../auth/suspension'
import { type UserRow } from '../db/schema/users'
import { userView } from '../auth/users'
import { type Db } from '../db/connect'
import { lockAccount } from '../db/lock-account'
import { inquiries } from '../db/schema/operator'
import { users } from '../db/schema/users'
import { restWithdrawals } from '../funds/withdrawal-safety'
import { type ListQuery, ordering, paging } from '../funds/pages'
import { subscriptionsOf } from '../funds/subscriptions'
import { type OperatorContext, type OperatorView, recordAudit } from './audit'
import { type SearchedTable, pageOfCases } from './case-search'
import { type DecisionInput, oneOfDecisions, reasonOf } from './decisions'
import { Refusal } from '../domain/refusal'
import { type Services } from '../services'

/** All users, and their suspension. */

type Users = CallOutput<typeof contract.operator.users>
type OperatorUser = Users['items'][number]
type Reading = Pick<OperatorView, 'now' | 'language'>

/** Users, newest first; a search finds a whole id, or the beginning of a login, an e-mail or a phone. */
export async function listUsers(
  db: Db,
  reading: Reading,
  query: ListQuery & { suspended?: 'true' | 'false' },
): Promise<Users> {
  const { login, registeredAt, suspendedAt } = users
  const filters =
    query.suspended && (query.suspended === 'true' ? isNotNull(suspendedAt) : isNull(suspendedAt))
  const order = ordering(query, { registeredAt, login }, 'registeredAt', users.id)
  return pageOfCases(db, searched, query, { filters, order }, async (where, ofPage) => {
    const { limit, offset } = paging(ofPage)
    const rows = await db
      .select()
      .from(users)
      .where(where)
      .orderBy(...order)
      .limit(limit)
      .offset(offset)
    return show(db, rows, reading)
  })
}

const searched: SearchedTable = {
  ...{ table: users, id: users.id, phone: users.phone },
  beginnings: [sql`lower(${users.login})`, sql`lower(${users.email})`, sql`lower(${users.pendingEmail})`],
}

/** One user as the operator shows it. The caller knows that it exists. */
export async function operatorUser(db: Db, id: string, reading: Reading): Promise<OperatorUser> {
  const [user] = await show(db, await db.select().from(users).where(eq(users.id, id)), reading)
  return user!
}

async function show(db: Db, rows: UserRow[], { now, language }: Reading): Promise<OperatorUser[]> {
  const userIds = rows.map(({ id }) => id)
  const inviter = alias(users, 'inviter')
  const invited = await db
    .select({ id: users.id, inviter: inviter.login })
    .from(users)
    .innerJoin(inviter, eq(inviter.id, users.inviterId))
    .where(inArray(users.id, userIds))
  const inviters = new Map(invited.map((one) => [one.id, one.inviter]))
  const subscriptions = await subscriptionsOf(db, { userIds, now, language })
  return rows.map((user) => ({
    ...userView(user, {
      inviter: inviters.get(user.id) ?? null,
      subscription: subscriptions.get(user.id) ?? null,
    }),
    suspended: user.suspendedAt && {
      reason: user.suspendedReason ?? '',
      since: user.suspendedAt.toISOString(),
    },
    frozenSince: user.frozenAt?.toISOString() ?? null,
    factorRemovalAt: user.factorRemovalAt?.toISOString() ?? null,
    contactReplacement:
      user.replacementEmail === null || user.contactReplacementAt === null
        ? null
        : { email: user.replacementEmail, at: user.contactReplacementAt.toISOString() },
  }))
}

/**
 * Suspends an investor, with a reason for them, or restores one. What is decided about operators is `operators.ts`'s.
 * @throws Refusal validation, not_found, already_decided
 */
export async function decideUser(tx: Db, operator: OperatorContext, decision: DecisionInput): Promise<void> {
  const { id } = decision
  const { now: at } = operator
  const verb = oneOfDecisions(decision, ['suspend', 'restore'])
  const reason = verb === 'suspend' ? reasonOf(decision) : decision.reason
  const [investor] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), eq(users.role, 'investor')))
  if (!investor) throw new Refusal('not_found')
  if (verb === 'restore') {
    await restoreUser(tx, { userId: id, at })
    const change = { before: { suspended: true }, after: { suspended: false } }
    return recordAudit(tx, operator, { verb, kind: 'user', id, reason, ...change })
  }
  await suspendUser(tx, { userId: id, reason: reasonOf(decision), at })
  const change = { before: { suspended: false }, after: { suspended: true } }
  return recordAudit(tx, operator, { verb, kind: 'user', id, reason, ...change })
}

/**
 * Lifts the freeze that the owner asked for; withdrawals rest first. The inquiry about it is done. A password that has to
 * be set by a code still has to be.
 * @throws Refusal validation, not_found, already_decided when it is not frozen
 */
export async function unfreezeUser(
  tx: Db,
  operator: OperatorContext,
  { id, ...decision }: { id: string; reason: string },
): Promise<void> {
  const reason = reasonOf(decision)
  const [unfrozen] = await tx
    .update(users)
    .set({ frozenAt: null })
    .where(and(eq(users.id, id), isNotNull(users.frozenAt)))
    .returning({ id: users.id })
  if (!unfrozen) {
    const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, id))
    throw new Refusal(user ? 'already_decided' : 'not_found')
  }
  await restWithdrawals(tx, { userId: id, reason: 'unfrozen', now: operator.now })
  await tx
    .update(inquiries)
    .set({ status: 'done' })
    .where(and(eq(inquiries.userId, id), eq(inquiries.kind, 'not_me')))
  const change = { before: { frozen: true }, after: { frozen: false } }
  return recordAudit(tx, operator, { verb: 'unfreeze', kind: 'user', id, reason, ...change })
}

/**
 * Plans the removal of the second factors of an owner who has lost them, and tells the owner; the inquiry about it is
 * done. Operators can't have their own removed.
 * @throws Refusal validation, forbidden, not_found, already_decided
 */
export async function removeLostFactors(
  tx: Db,
  services: Services,
  operator: OperatorContext,
  { id, ...decision }: { id: string; reason: string },
): Promise<void> {
  const reason = reasonOf(decision)
  if (id === operator.operatorId) throw new Refusal('forbidden')
  await planFactorRemoval(tx, { userId: id, now: operator.now })
  await tx
    .update(inquiries)
    .set({ status: 'done' })
    .where(and(eq(inquiries.userId, id), eq(inquiries.kind, 'factors_lost')))
  await notifyOwner(tx, services, await lockAccount(tx, id), { kind: 'factor_removal_planned' })
  const change = { before: { factorRemovalPlanned: false }, after: { factorRemovalPlanned: true } }
  return recordAudit(tx, operator, { verb: 'remove_factors', kind: 'user', id, reason, ...change })
}

/**
 * Plans that a new e-mail replaces the contacts of an owner who has lost them, or cancels it.
 * @throws Refusal validation, not_found, already_decided, email_taken
 */
export async function replaceContacts(
  tx: Db,
  services: Services,
  operator: OperatorContext,
  { id, decision, email, ...decided }: CallInput<typeof contract.operator.replaceContacts>,
): Promise<void> {
  const reason = reasonOf(decided)
  if (decision === 'plan') {
    if (email === undefined) throw Refusal.ofField('email', 'required')
    await planContactReplacement(tx, services, { userId: id, email })
  } else {
    const user = await lockInvestor(tx, id)
    if (!user.contactReplacementAt) throw new Refusal('already_decided')
    await cancelContactReplacement(tx, services, user)
  }
  const isPlanned = decision === 'plan'
  const change = {
    before: { contactReplacementPlanned: !isPlanned },
    after: { contactReplacementPlanned: isPlanned },
  }
  const verb = isPlanned ? 'replace_contacts' : 'keep_contacts'
  return recordAudit(tx, operator, { verb, kind: 'user', id, reason, ...change })
}
