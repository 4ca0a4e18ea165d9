import { createHash, randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { type CallOutput } from '~/contract/call'
import { type notMe } from '~/contract/extensions/safety'
import { type Language } from '~/contract/languages'
import { dayMs } from '../clock'
import { type Db } from '../db/connect'
import { type ContactsBefore, securityEvents } from '../db/schema/notifications'
import { Refusal } from '../domain/refusal'
import { type SecurityKind } from '../notifications/security-texts'
import { eventText } from '../notifications/words'
import { type Services } from '../services'

/**
 * Events that an owner can answer with "this was not me". Invariants: the token of a link is 256 random bits, of which
 * only the SHA-256 is stored; it answers for its own event, once, within seven days of real time; reading changes
 * nothing.
 */

/** How far back an answer reaches. */
export const eventTtlMs = 7 * dayMs

export type SecurityEvent = typeof securityEvents.$inferSelect

/** Stores the event and returns the token of its link. */
export async function storeEvent(
  tx: Db,
  { newId, realClock, productClock }: Pick<Services, 'newId' | 'realClock' | 'productClock'>,
  event: {
    userId: string
    kind: SecurityKind
    values: Record<string, string>
    notificationId: string | null
    contactsBefore: ContactsBefore | null
  },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const createdAt = realClock.now()
  await tx.insert(securityEvents).values({
    ...event,
    id: newId(),
    tokenHash: hashOf(token),
    occurredAt: productClock.now(),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + eventTtlMs),
  })
  return token
}

/** @throws Refusal not_found */
export async function eventOfToken(db: Db, token: string): Promise<SecurityEvent> {
  const [event] = await db
    .select()
    .from(securityEvents)
    .where(eq(securityEvents.tokenHash, hashOf(token)))
  return found(event)
}

/** @throws Refusal not_found, also for a notification of another investor */
export async function eventOfNotification(
  db: Db,
  { userId, notificationId }: { userId: string; notificationId: string },
): Promise<SecurityEvent> {
  const [event] = await db
    .select()
    .from(securityEvents)
    .where(and(eq(securityEvents.notificationId, notificationId), eq(securityEvents.userId, userId)))
  return found(event)
}

/** @param now real time */
export function eventView(
  { kind, values, occurredAt, usedAt, expiresAt }: SecurityEvent,
  language: Language,
  now: Date,
): CallOutput<typeof notMe.read> {
  return {
    text: eventText({ kind, values }, language),
    at: occurredAt.toISOString(),
    state: usedAt ? 'used' : expiresAt <= now ? 'expired' : 'open',
  }
}

function found(event: SecurityEvent | undefined): SecurityEvent {
  if (!event) throw new Refusal('not_found')
  return event
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
