import { and, asc, eq, isNull, lte, or, sql } from 'drizzle-orm'
import { type Clock } from '../clock'
import { type Db } from '../db/connect'
import { outbox } from '../db/schema/notifications'
import { networkOf } from '~/formats/network'
import { RecipientRefused, type Transport, type Message } from './transport'
import { refuseUsedUpNetwork, takeCodeQuota } from './code-quotas'
import { takeNotificationQuota } from './notification-quotas'
import { type MessageQuotas, isCode } from './quotas'

/**
 * Messages are written in the transaction that causes them and handed to the transport after it, so that nothing is
 * sent of what was rolled back. Invariants: a message that could not be sent is tried again with growing pauses, by the
 * worker that locks it first, for less long where there is no such recipient; the values of a message are deleted when it is sent or given up, so no code is stored
 * after it expires. A kill between the transport's success and our record of it sends a message twice, and never leaves it
 * unsent.
 */
export interface Outbox {
  /**
   * Writes a message in the transaction of its cause and returns its id. A notification over its quota is written as
   * given up, so that it is recorded but never sent.
   * @param userId the account that it is about
   * @param from the client's address, for codes of a kind that is counted by network
   * @throws Refusal too_many_requests, network_quota for a code over a quota
   */
  post(tx: Db, userId: string, message: Message, from?: string): Promise<string>
  /**
   * Refuses a code by SMS that the network of the address could not have, before anything else is looked at.
   * @throws Refusal network_quota
   */
  refuseNetwork(db: Db, from: string): Promise<void>
  /** Sends a committed message now; false when the transport could not, which is logged. */
  send(db: Db, id: string): Promise<boolean>
  /** A message that is not worth sending any more: it is tried no more. */
  giveUp(db: Db, id: string): Promise<void>
  /** Retries due messages and gives up those that are too old. */
  sendDue(db: Db): Promise<void>
}

export interface OutboxOptions {
  transport: Transport
  clock: Clock
  newId: () => string
  quotas: MessageQuotas
  log: { warn(details: object, message: string): void }
}

const minuteMs = 60_000
/** Before the outbox worker's first try. By then the request that posted it has sent it, or was killed. */
const firstPauseMs = minuteMs / 2
const maxPauseMs = 6 * 60 * minuteMs
/** A code is good for ten minutes, other news for three days. */
const codeAgeMs = 10 * minuteMs
const maxAgeMs = 3 * 24 * 60 * minuteMs
/** A mail server that is set up wrongly knows nobody for a while: these tries take some four hours. */
const refusedRecipientTries = 10
/** Most messages of one run. */
const maxBatch = 50

export function createOutbox({ transport, clock, newId, quotas, log }: OutboxOptions): Outbox {
  const unsent = and(isNull(outbox.sentAt), isNull(outbox.givenUpAt))

  async function attempt(db: Db, id: string, dueOnly: boolean): Promise<boolean> {
    const now = clock.now()
    const [message] = await db
      .update(outbox)
      .set({ attempts: sql`${outbox.attempts} + 1`, nextAttemptAt: nextAttempt(now) })
      .where(and(eq(outbox.id, id), unsent, dueOnly ? lte(outbox.nextAttemptAt, now) : undefined))
      .returning()
    if (!message) return false
    try {
      await transport.deliver(messageOf(message))
    } catch (error) {
      const reason = (error as Error).message
      log.warn({ messageId: id, attempt: message.attempts, reason }, 'a message could not be sent')
      if (error instanceof RecipientRefused && message.attempts >= refusedRecipientTries) {
        log.warn(
          { messageId: id, attempt: message.attempts },
          'a message was given up: its recipient is not known',
        )
        await giveUp(db, id)
      }
      return false
    }
    const sent = { sentAt: clock.now(), values: {}, nextAttemptAt: null }
    await db.update(outbox).set(sent).where(eq(outbox.id, id))
    return true
  }

  return {
    async post(tx, userId, message, from) {
      const id = newId()
      const now = clock.now()
      const options = { quotas, now, log }
      const scope = isCode(message.kind)
        ? await takeCodeQuota(tx, { ...message, userId, from: from ?? null }, options).then(() => null)
        : await takeNotificationQuota(tx, message, options)
      if (scope !== null) {
        const { kind, channel } = message
        log.warn({ messageId: id, kind, channel, scope }, 'a notification was not sent: a quota is used up')
        await tx.insert(outbox).values({ id, userId, ...message, values: {}, createdAt: now, givenUpAt: now })
        return id
      }
      const network = from === undefined ? null : networkOf(from)
      await postMessage(tx, { id, userId, network, createdAt: now }, message)
      return id
    },
    refuseNetwork: (db, from) => refuseUsedUpNetwork(db, from, { quotas, now: clock.now(), log }),
    send: (db, id) => attempt(db, id, false),
    giveUp,
    async sendDue(db) {
      const now = clock.now()
      await giveUpOld(db, now)
      const due = await db
        .select({ id: outbox.id })
        .from(outbox)
        .where(and(unsent, lte(outbox.nextAttemptAt, now)))
        .orderBy(asc(outbox.nextAttemptAt))
        .limit(maxBatch)
      for (const { id } of due) await attempt(db, id, true)
    },
  }

  async function giveUp(db: Db, id: string): Promise<void> {
    const given = { givenUpAt: clock.now(), values: {}, nextAttemptAt: null }
    await db
      .update(outbox)
      .set(given)
      .where(and(eq(outbox.id, id), unsent))
  }

  async function giveUpOld(db: Db, now: Date): Promise<void> {
    const olderThan = (ms: number) => lte(outbox.createdAt, new Date(now.getTime() - ms))
    const ofCode = sql`${outbox.values} ? 'code'`
    const old = await db
      .update(outbox)
      .set({ givenUpAt: now, values: {}, nextAttemptAt: null })
      .where(and(unsent, or(olderThan(maxAgeMs), and(ofCode, olderThan(codeAgeMs)))))
      .returning({ id: outbox.id, kind: outbox.kind, attempts: outbox.attempts })
    for (const { id, kind, attempts } of old) {
      log.warn({ messageId: id, kind, attempts }, 'a message was given up: it is too old to be sent')
    }
  }
}

/**
 * Writes a message that only the outbox worker sends. A message with the same id is written once.
 * @param createdAt real time
 */
export async function postMessage(
  tx: Db,
  {
    id,
    userId,
    network = null,
    createdAt,
  }: { id: string; userId: string | null; network?: string | null; createdAt: Date },
  message: Message,
): Promise<void> {
  const nextAttemptAt = new Date(createdAt.getTime() + firstPauseMs)
  await tx
    .insert(outbox)
    .values({ id, userId, network, ...message, createdAt, nextAttemptAt })
    .onConflictDoNothing()
}

/** Half a minute, one, two, four, … and at most six hours after the attempt. */
function nextAttempt(now: Date) {
  const pause = sql`least(${firstPauseMs} * power(2, ${outbox.attempts}), ${maxPauseMs})`
  return sql`${now.toISOString()}::timestamptz + ${pause} * interval '1 millisecond'`
}

function messageOf({ channel, recipient, kind, values, language }: typeof outbox.$inferSelect): Message {
  return { channel, recipient, kind, values, language }
}
