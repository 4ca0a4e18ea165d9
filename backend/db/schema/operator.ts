import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { type Texts, moment, oneOf } from './columns'
import { languages } from '../../../app/contract/languages'
import { operatorRoles } from '../../../app/contract/operator-roles'
import { users } from './users'

/** Tables of the operator's part: news, inquiries, work on cases, and the audit trail. */

export const inquiryKinds = [
  'subscriber',
  'message',
  'application',
  'deletion',
  'not_me',
  'factors_lost',
] as const

const inquiryStatuses = ['open', 'done', 'declined'] as const

export const news = pgTable(
  'news',
  {
    id: text('id').primaryKey(),
    title: jsonb('title').$type<Texts>().notNull(),
    summary: jsonb('summary').$type<Texts>().notNull(),
    /** HTML in both languages. */
    body: jsonb('body').$type<Texts>().notNull(),
    image: text('image'),
    top: boolean('top').notNull().default(false),
    /** Null: a draft. */
    publishedAt: moment('published_at'),
    withdrawnAt: moment('withdrawn_at'),
  },
  (table) => [index('news_published_index').on(table.publishedAt)],
)

/** What was sent to investors as notifications, to whom, and by whom. */
export const mailings = pgTable(
  'mailings',
  {
    id: text('id').primaryKey(),
    /** HTML in both languages. */
    message: jsonb('message').$type<Texts>().notNull(),
    image: text('image'),
    /** What the picture shows, in words. */
    imageAlt: jsonb('image_alt').$type<Texts>(),
    /** The filters of its audience; null: none. */
    language: text('language', { enum: languages }),
    deposits: text('deposits', { enum: ['open', 'none'] }),
    verified: boolean('verified'),
    recipients: integer('recipients').notNull(),
    /** Null: the house itself. */
    senderId: text('sender_id').references(() => users.id),
    sentAt: moment('sent_at').notNull(),
  },
  (table) => [index('mailings_sent_index').on(table.sentAt)],
)

/** Inquiries of visitors and investors; a subscriber of the newsletter has one row. */
export const inquiries = pgTable(
  'inquiries',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: inquiryKinds }).notNull(),
    /**
     * Of a deletion: the investor who requests it. Of `not_me`: whose account somebody else was at. Of
     * `factors_lost`: who can't prove a second factor any more.
     */
    userId: text('user_id').references(() => users.id),
    email: text('email'),
    name: text('name'),
    phone: text('phone'),
    message: text('message'),
    /** In which the sender reads the site, and is answered; null for one from before that was known. */
    language: text('language', { enum: languages }),
    /** What the sender was answered. */
    answer: text('answer'),
    vacancyId: text('vacancy_id'),
    /** `declined`: an application that is not taken. */
    status: text('status', { enum: inquiryStatuses }).notNull().default('open'),
    createdAt: moment('created_at').notNull(),
    /** The network that it came from, whose daily quota it counts against; forgotten when the day is over. */
    sender: text('sender'),
    /** Real time, by which that day is counted. */
    receivedAt: moment('received_at'),
    /** A hash of its content, by which the same one is known when it is sent again; forgotten with `sender`. */
    fingerprint: text('fingerprint'),
  },
  (table) => [
    uniqueIndex('inquiries_fingerprint_unique').on(table.fingerprint),
    index('inquiries_created_index').on(table.createdAt),
    index('inquiries_received_index')
      .on(table.receivedAt)
      .where(sql`received_at is not null`),
    index('inquiries_waiting_index')
      .on(table.createdAt)
      .where(sql`status = 'open' and kind <> 'application'`),
    index('inquiries_waiting_applications_index')
      .on(table.createdAt)
      .where(sql`kind = 'application' and status = 'open'`),
    index('inquiries_open_messages_index')
      .on(table.id)
      .where(sql`kind = 'message' and status = 'open'`),
    // The operators' lists by their filters, and the search in them.
    index('inquiries_status_index')
      .on(table.status, table.createdAt)
      .where(sql`kind <> 'application'`),
    index('inquiries_kind_index')
      .on(table.kind, table.status, table.createdAt)
      .where(sql`kind <> 'application'`),
    index('inquiries_applications_index')
      .on(table.status, table.createdAt)
      .where(sql`kind = 'application'`),
    index('inquiries_vacancy_index')
      .on(table.vacancyId, table.status, table.createdAt)
      .where(sql`kind = 'application'`),
    index('inquiries_user_index')
      .on(table.userId)
      .where(sql`user_id is not null`),
    index('inquiries_email_index').on(sql`lower(${table.email}) text_pattern_ops`),
    index('inquiries_phone_index')
      .on(sql`${table.phone} text_pattern_ops`)
      .where(sql`phone is not null`),
    index('inquiries_words_index')
      .using('gin', sql`words`)
      .with({ fastupdate: 'off' }),
    uniqueIndex('inquiries_subscriber_unique')
      .on(sql`lower(${table.email})`)
      .where(sql`kind = 'subscriber'`),
    uniqueIndex('inquiries_deletion_unique')
      .on(table.userId)
      .where(sql`kind = 'deletion' and status = 'open'`),
    uniqueIndex('inquiries_not_me_unique')
      .on(table.userId)
      .where(sql`kind = 'not_me' and status = 'open'`),
    uniqueIndex('inquiries_factors_lost_unique')
      .on(table.userId)
      .where(sql`kind = 'factors_lost' and status = 'open'`),
    check('inquiries_kind_check', oneOf(table.kind, inquiryKinds)),
    check('inquiries_status_check', oneOf(table.status, inquiryStatuses)),
  ],
)

export const proposalStatuses = ['open', 'approved', 'rejected', 'withdrawn', 'expired', 'failed'] as const

/** Changes that a second operator approves before they are made; see `backend/operator/proposals.ts`. */
export const proposals = pgTable(
  'proposals',
  {
    id: text('id').primaryKey(),
    /** The contract's name of the call that makes the change, and its input. */
    call: text('call').notNull(),
    input: jsonb('input').$type<unknown>().notNull(),
    subjectKind: text('subject_kind').notNull(),
    /** Null: it makes something new. */
    subjectId: text('subject_id'),
    facts: jsonb('facts').$type<Fact[]>().notNull(),
    status: text('status', { enum: proposalStatuses }).notNull().default('open'),
    reason: text('reason'),
    proposedBy: text('proposed_by')
      .notNull()
      .references(() => users.id),
    proposedAt: moment('proposed_at').notNull(),
    /** The client of the request. */
    proposedFrom: jsonb('proposed_from').$type<{ address: string; device: string | null }>(),
    expiresAt: moment('expires_at').notNull(),
    decidedBy: text('decided_by').references(() => users.id),
    decidedAt: moment('decided_at'),
    decidedFrom: jsonb('decided_from').$type<{ address: string; device: string | null }>(),
    decisionReason: text('decision_reason'),
    /** Of an approval that failed: the error that the change was refused with. */
    failure: text('failure'),
  },
  (table) => [
    uniqueIndex('proposals_subject_unique')
      .on(table.subjectKind, table.subjectId)
      .where(sql`status = 'open'`),
    index('proposals_proposed_index').on(table.proposedAt),
    index('proposals_waiting_index')
      .on(table.proposedAt, table.expiresAt)
      .where(sql`status = 'open'`),
    check('proposals_status_check', oneOf(table.status, proposalStatuses)),
    check(
      'proposals_second_operator_check',
      sql`${table.status} not in ('approved', 'rejected', 'failed') or (${table.decidedBy} is not null and ${table.decidedBy} <> ${table.proposedBy})`,
    ),
  ],
)

/** What a change makes of one value, or leaves as it is; null is nothing. */
export interface Fact {
  name: string
  before: string | null
  after: string | null
}

/** Invitations of operators; the link is in the mail alone. */
export const operatorInvitations = pgTable(
  'operator_invitations',
  {
    id: text('id').primaryKey(),
    /** SHA-256 of the token in hexadecimal digits. */
    tokenHash: text('token_hash').notNull().unique(),
    email: text('email').notNull(),
    role: text('role', { enum: operatorRoles }).notNull(),
    invitedBy: text('invited_by')
      .notNull()
      .references(() => users.id),
    /** Real time, as all of these. */
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    acceptedAt: moment('accepted_at'),
    /** By an admin, or by a later invitation to the same address. */
    revokedAt: moment('revoked_at'),
  },
  (table) => [
    check('operator_invitations_role_check', oneOf(table.role, operatorRoles)),
    uniqueIndex('operator_invitations_open_unique')
      .on(sql`lower(${table.email})`)
      .where(sql`accepted_at is null and revoked_at is null`),
  ],
)

/** Values by the path of their field, such as `payment.minUsd.btc`. */
export type AuditValues = Record<string, string | number | boolean | null>

/** Who decided what; written in the transaction of the decision and never changed. */
export const auditRecords = pgTable(
  'audit_records',
  {
    id: text('id').primaryKey(),
    /** Null: the house itself, such as a job or `npm run db:operator`. */
    actorId: text('actor_id').references(() => users.id),
    action: text('action').notNull(),
    subjectKind: text('subject_kind'),
    subjectId: text('subject_id'),
    reason: text('reason'),
    createdAt: moment('created_at').notNull(),
    /** The client of the request; null: there was none, or the record is older than these columns. */
    address: text('address'),
    device: text('device'),
    /** What the decision changed, before it and after it; no secrets, and nothing of a document's. */
    before: jsonb('before').$type<AuditValues>(),
    after: jsonb('after').$type<AuditValues>(),
  },
  (table) => [
    index('audit_records_created_index').on(table.createdAt),
    index('audit_records_subject_index').on(table.subjectId, table.createdAt),
    index('audit_records_actor_index').on(table.actorId, table.createdAt),
  ],
)

const caseQueues = [
  ...(['payments', 'refills', 'verifications', 'inquiries', 'applications'] as const),
  'transfers',
] as const

/** Who works on which case. An assignment ends by itself after a while, so that nobody's absence keeps a case. */
export const caseAssignments = pgTable(
  'case_assignments',
  {
    queue: text('queue', { enum: caseQueues }).notNull(),
    subjectId: text('subject_id').notNull(),
    operatorId: text('operator_id')
      .notNull()
      .references(() => users.id),
    /** Real time. */
    takenAt: moment('taken_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.queue, table.subjectId] }),
    check('case_assignments_queue_check', oneOf(table.queue, caseQueues)),
  ],
)

/** Views of the queues that operators have saved for themselves. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: text('id').primaryKey(),
    operatorId: text('operator_id')
      .notNull()
      .references(() => users.id),
    queue: text('queue', { enum: caseQueues }).notNull(),
    name: text('name').notNull(),
    /** As the address of the queue has them. */
    filters: text('filters').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('saved_views_name_unique').on(table.operatorId, table.queue, table.name),
    check('saved_views_queue_check', oneOf(table.queue, caseQueues)),
  ],
)

const notedQueues = [...caseQueues, 'investors'] as const

/** What operators write to each other about a case or an investor, whose id then is the subject's. */
export const caseNotes = pgTable(
  'case_notes',
  {
    id: text('id').primaryKey(),
    queue: text('queue', { enum: notedQueues }).notNull(),
    subjectId: text('subject_id').notNull(),
    operatorId: text('operator_id')
      .notNull()
      .references(() => users.id),
    text: text('text').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('case_notes_subject_index').on(table.queue, table.subjectId, table.createdAt),
    check('case_notes_queue_check', oneOf(table.queue, notedQueues)),
  ],
)

/**
 * The records in the order in which their transactions were committed, each with a hash over itself and the hash before
 * it. A deferred trigger of the database appends to it (`migrations/*_audit_chain.sql`).
 */
export const auditChain = pgTable('audit_chain', {
  /** From 1, without gaps. */
  position: bigint('position', { mode: 'number' }).primaryKey(),
  recordId: text('record_id')
    .notNull()
    .unique()
    .references(() => auditRecords.id),
  /** SHA-256, in hexadecimal digits. */
  hash: text('hash').notNull(),
})
