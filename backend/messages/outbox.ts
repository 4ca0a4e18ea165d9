import { eq, sql } from 'drizzle-orm'
import { type Clock } from '../clock'
import { type Db } from '../db/connect'
import { outbox } from '../db/schema/notifications'
import { type Carrier, type Message } from './carrier'

/**
 * Messages are written in the transaction that causes them and handed to the carrier after it, so that nothing is
 * sent of what was rolled back. What was sent keeps no values: a code stands in the table no longer than it must.
 */
export interface Outbox {
  /** Writes a message beside its cause and gives its id. */
  post(tx: Db, message: Message): Promise<string>
  /** Sends a committed message; false when the carrier could not, which is logged. */
  send(db: Db, id: string): Promise<boolean>
}

export interface OutboxOptions {
  carrier: Carrier
  clock: Clock
  newId: () => string
  log: { warn(details: object, message: string): void }
}

export function createOutbox({ carrier, clock, newId, log }: OutboxOptions): Outbox {
  return {
    async post(tx, message) {
      const id = newId()
      await tx.insert(outbox).values({ id, ...message, createdAt: clock.now() })
      return id
    },
    async send(db, id) {
      const [message] = await db
        .update(outbox)
        .set({ attempts: sql`${outbox.attempts} + 1` })
        .where(eq(outbox.id, id))
        .returning()
      if (!message) return false
      try {
        await carrier.deliver(messageOf(message))
      } catch (error) {
        log.warn({ messageId: id, reason: (error as Error).message }, 'a message could not be sent')
        return false
      }
      await db.update(outbox).set({ sentAt: clock.now(), values: {} }).where(eq(outbox.id, id))
      return true
    },
  }
}

function messageOf({ channel, recipient, kind, values, language }: typeof outbox.$inferSelect): Message {
  return { channel, recipient, kind, values, language }
}
