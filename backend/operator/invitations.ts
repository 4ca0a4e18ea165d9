/**
 * Invitations of operators. Invariants: the token is in the mail alone, and its SHA-256 here; it makes one account, with
 * the role and the address that the admin gave, within 48 hours of real time; an address has one open invitation.
 */
import { and, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import { type contract } from '~/contract'
import { type CallOutput } from '~/contract/call'
import { invitationPage } from '~/contract/extensions/operator/operators'
import { type Language } from '~/contract/languages'
import { type OperatorRole } from '~/contract/operator-roles'
import { NewLogin } from '~/contract/values'
import { foldEmail, foldPhone } from '../auth/contact'
import { isTooSimple } from '../auth/password-rules'
import { hashOfSecret, newSecret } from '../auth/random-secret'
import { refusalOfTaken } from '../auth/taken'
import { type TokenOrigin } from '../auth/tokens'
import { type Db } from '../db/connect'
import { locks } from '../db/locks'
import { operatorInvitations } from '../db/schema/operator'
import { users } from '../db/schema/users'
import { Refusal } from '../domain/refusal'
import { type Services } from '../services'
import { type OperatorContext, recordAudit } from './audit'

type Invitation = CallOutput<typeof contract.operator.inviteOperator>
type Opened = CallOutput<typeof contract.invitations.read>
type Row = typeof operatorInvitations.$inferSelect

const validMs = 48 * 60 * 60_000

const unanswered = and(isNull(operatorInvitations.acceptedAt), isNull(operatorInvitations.revokedAt))

/**
 * Makes an invitation and its mail, in the caller's transaction.
 * @returns the invitation, and the mail to be sent after the transaction
 * @throws Refusal forbidden to who is no admin any more, email_taken, not_implemented where the address of the app is not known
 */
export async function inviteOperator(
  tx: Db,
  services: Pick<Services, 'outbox' | 'realClock' | 'publicUrl'>,
  operator: OperatorContext & { operatorId: string },
  { email: typed, role, language }: { email: string; role: OperatorRole; language: Language },
): Promise<{ invitation: Invitation; messageId: string }> {
  const { outbox, realClock, publicUrl } = services
  if (publicUrl === null) throw new Refusal('not_implemented')
  const { newId, operatorId } = operator
  const email = foldEmail(typed)
  // Of two at once to one address the second ends the first.
  await tx.execute(sql`select pg_advisory_xact_lock(${locks.operators})`)
  // Another admin may have taken the right to invite while this waited for the lock.
  const isAdmin = and(eq(users.id, operatorId), eq(users.operatorRole, 'admin'), isNull(users.suspendedAt))
  if ((await tx.$count(users, isAdmin)) === 0) throw new Refusal('forbidden')
  const [taken] = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email))
  if (taken) throw new Refusal('email_taken', { field: 'email' })
  const createdAt = realClock.now()
  const ofAddress = and(eq(sql`lower(${operatorInvitations.email})`, email), unanswered)
  await tx.update(operatorInvitations).set({ revokedAt: createdAt }).where(ofAddress)
  const token = newSecret()
  const expiresAt = new Date(createdAt.getTime() + validMs)
  const row = { id: newId(), email, role, invitedBy: operatorId, createdAt, expiresAt }
  await tx.insert(operatorInvitations).values({ ...row, tokenHash: hashOfSecret(token) })
  const messageId = await outbox.post(tx, operatorId, {
    ...{ channel: 'email', recipient: email, kind: 'operator_invitation', language },
    values: { invitation: `${publicUrl}${invitationPage(token)}` },
  })
  await recordAudit(tx, operator, {
    ...{ verb: 'invite', kind: 'invitation', id: row.id },
    after: { role, expiresAt },
  })
  return { invitation: await invitationOf(tx, row.id), messageId }
}

/** Ends an invitation; one that has ended so already stays so. @throws Refusal not_found, already_decided once it was accepted */
export async function revokeInvitation(
  tx: Db,
  { realClock }: Pick<Services, 'realClock'>,
  operator: OperatorContext,
  id: string,
): Promise<Invitation> {
  const invitation = await invitationOf(tx, id)
  const [revoked] = await tx
    .update(operatorInvitations)
    .set({ revokedAt: realClock.now() })
    .where(and(eq(operatorInvitations.id, id), unanswered))
    .returning({ id: operatorInvitations.id })
  if (!revoked) {
    const wasAccepted = and(eq(operatorInvitations.id, id), isNotNull(operatorInvitations.acceptedAt))
    if (await tx.$count(operatorInvitations, wasAccepted)) throw new Refusal('already_decided')
    return invitation
  }
  await recordRevocation(tx, operator, id)
  return invitation
}

/** Ends the invitations of an admin who is none any more, or is suspended: they would make operators all the same. */
export async function endInvitationsOf(tx: Db, operator: OperatorContext, invitedBy: string): Promise<void> {
  const { expiresAt } = operatorInvitations
  const ended = await tx
    .update(operatorInvitations)
    .set({ revokedAt: operator.realNow })
    .where(and(eq(operatorInvitations.invitedBy, invitedBy), unanswered, gt(expiresAt, operator.realNow)))
    .returning({ id: operatorInvitations.id })
  for (const { id } of ended) await recordRevocation(tx, operator, id)
}

const recordRevocation = (tx: Db, operator: OperatorContext, id: string): Promise<void> =>
  recordAudit(tx, operator, {
    ...{ verb: 'revoke', kind: 'invitation', id },
    ...{ before: { revoked: false }, after: { revoked: true } },
  })

/** The invitations that can be accepted, newest first. */
export async function openInvitations(db: Db, now: Date): Promise<Invitation[]> {
  return (await select(db, and(unanswered, gt(operatorInvitations.expiresAt, now)))).map(view)
}

/** @throws Refusal not_found */
async function invitationOf(db: Db, id: string): Promise<Invitation> {
  const [found] = await select(db, eq(operatorInvitations.id, id))
  if (!found) throw new Refusal('not_found')
  return view(found)
}

function select(db: Db, where: ReturnType<typeof and>) {
  return db
    .select({ invitation: operatorInvitations, by: users.login })
    .from(operatorInvitations)
    .innerJoin(users, eq(users.id, operatorInvitations.invitedBy))
    .where(where)
    .orderBy(desc(operatorInvitations.createdAt), desc(operatorInvitations.id))
}

const view = ({ invitation, by }: { invitation: Row; by: string }): Invitation => ({
  ...{ id: invitation.id, email: invitation.email, role: invitation.role, by },
  createdAt: invitation.createdAt.toISOString(),
  expiresAt: invitation.expiresAt.toISOString(),
})

/** What the link of an invitation shows. @throws Refusal not_found */
export async function readInvitation(db: Db, token: string, now: Date): Promise<Opened> {
  return openedView(await rowOf(db, token), now)
}

async function rowOf(db: Db, token: string): Promise<Row> {
  const ofToken = eq(operatorInvitations.tokenHash, hashOfSecret(token))
  const [row] = await db.select().from(operatorInvitations).where(ofToken)
  if (!row) throw new Refusal('not_found')
  return row
}

function openedView(row: Row, now: Date): Opened {
  const { role, email, acceptedAt, revokedAt, expiresAt } = row
  const isOver = revokedAt !== null || expiresAt <= now
  return { role, email, state: acceptedAt ? 'used' : isOver ? 'expired' : 'open' }
}

interface Acceptance extends TokenOrigin {
  token: string
  login: string
  password: string
}

/**
 * Makes the account of the invited operator. The address is confirmed: the token was sent to it.
 * @throws Refusal not_found, link_expired, validation of the login, login_taken, email_taken, password_too_simple
 */
export async function acceptInvitation(
  services: Pick<Services, 'db' | 'passwords' | 'newId' | 'realClock' | 'productClock'>,
  { token, login, password, ...origin }: Acceptance,
): Promise<Opened> {
  const { db, passwords, newId, realClock, productClock } = services
  const found = await rowOf(db, token)
  const { email, role } = found
  // Before the costly hash, which a link that is over is not worth.
  if (openedView(found, realClock.now()).state !== 'open') throw new Refusal('link_expired')
  if (!NewLogin.safeParse(login).success || foldPhone(login)) throw Refusal.ofField('login', 'login_invalid')
  if (await isTooSimple(password, { login, email }))
    throw new Refusal('password_too_simple', { field: 'password' })
  const passwordHash = await passwords.hash(password)
  return db
    .transaction(async (tx) => {
      const now = realClock.now()
      const [accepted] = await tx
        .update(operatorInvitations)
        .set({ acceptedAt: now })
        .where(and(eq(operatorInvitations.id, found.id), unanswered, gt(operatorInvitations.expiresAt, now)))
        .returning()
      if (!accepted) throw new Refusal('link_expired')
      const registeredAt = productClock.now()
      const id = newId()
      await tx
        .insert(users)
        .values({ id, login, email, passwordHash, role: 'operator', operatorRole: role, registeredAt })
      const author = { now: registeredAt, newId, operatorId: id, origin }
      await recordAudit(tx, author, {
        ...{ verb: 'accept', kind: 'invitation', id: found.id },
        after: { operatorId: id, role },
      })
      return openedView(accepted, now)
    })
    .catch((error: unknown) => {
      throw refusalOfTaken(error) ?? error
    })
}
