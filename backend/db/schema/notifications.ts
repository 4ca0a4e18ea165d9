import { languages } from '../../../app/contract/languages'
import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { type Texts, moment, oneOf } from './columns'
import { users } from './users'

/** Notifications of investors, in the cabinet and outside of it. */

export const notificationTypes = ['mailing', 'refill', 'long_login', 'bonus', 'other'] as const

/** Kind and values are stored, not text: it is put into words in the reader's language when it is read. */
export const notifications = pgTable(
  'notifications',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    type: text('type', { enum: notificationTypes }).notNull(),
    kind: text('kind').notNull(),
    values: jsonb('values').$type<Record<string, unknown>>().notNull(),
    image: text('image'),
    /** What the picture shows, in words; null where nobody has written it. */
    imageAlt: jsonb('image_alt').$type<Texts>(),
    createdAt: moment('created_at').notNull(),
    readAt: moment('read_at'),
  },
  (table) => [
    index('notifications_user_index').on(table.userId, table.createdAt),
    index('notifications_unread_index')
      .on(table.userId)
      .where(sql`read_at is null`),
    check('notifications_type_check', oneOf(table.type, notificationTypes)),
  ],
)

/** Messages that leave the house (codes, mail), written in the transaction that causes them and sent after it. */
export const outbox = pgTable(
  'outbox',
  {
    id: text('id').primaryKey(),
    channel: text('channel', { enum: ['sms', 'email'] }).notNull(),
    recipient: text('recipient').notNull(),
    /**
     * The client network of a code for a phone, as `networkOf` writes it: counted for the daily quotas, then forgotten.
     * Null if no client requested the message, or its kind is not counted by network.
     */
    network: text('network'),
    /** The account that the message is about, which need not be its recipient's; null if the account is erased. */
    userId: text('user_id').references(() => users.id),
    kind: text('kind').notNull(),
    values: jsonb('values').$type<Record<string, unknown>>().notNull(),
    language: text('language', { enum: languages }).notNull(),
    createdAt: moment('created_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** From then on the outbox worker tries again; null once it is sent or given up. */
    nextAttemptAt: moment('next_attempt_at'),
    sentAt: moment('sent_at'),
    /** Not sent, and too old by then; it keeps no values. */
    givenUpAt: moment('given_up_at'),
  },
  (table) => [
    index('outbox_due_index')
      .on(table.nextAttemptAt)
      .where(sql`next_attempt_at is not null`),
    /** Those that the transport could not send. */
    index('outbox_unsent_index')
      .on(table.createdAt)
      .where(sql`sent_at is null and attempts > 0`),
    index('outbox_user_index').on(table.userId),
    // For the quotas, which count the messages of the last hour and day.
    index('outbox_recipient_index').on(table.recipient, table.createdAt),
    index('outbox_channel_index').on(table.channel, table.createdAt),
    // For what is forgotten of old ones.
    index('outbox_created_index').on(table.createdAt),
    index('outbox_network_index')
      .on(table.createdAt)
      .where(sql`network is not null`),
    check('outbox_channel_check', oneOf(table.channel, ['sms', 'email'])),
  ],
)

export interface ContactsBefore {
  email: string | null
  phone: string | null
  /** ISO 8601; null: the number was not confirmed. */
  phoneConfirmedAt: string | null
}

/**
 * Events that owners are notified of and may answer with "this was not me". The link of a message carries a token; only
 * its hash is here.
 */
export const securityEvents = pgTable(
  'security_events',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind').notNull(),
    values: jsonb('values').$type<Record<string, unknown>>().notNull(),
    /** Of a change of contacts: those from before it. The owner's answer restores them if they were established. */
    contactsBefore: jsonb('contacts_before').$type<ContactsBefore>(),
    /** Its notification in the cabinet; operators have none. */
    notificationId: text('notification_id'),
    /** SHA-256 of the token in hex. */
    tokenHash: text('token_hash').notNull().unique(),
    /** By the product's clock, as the owner reads it. */
    occurredAt: moment('occurred_at').notNull(),
    /** Real time. */
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [
    index('security_events_user_index').on(table.userId, table.createdAt),
    index('security_events_notification_index').on(table.notificationId),
  ],
)
