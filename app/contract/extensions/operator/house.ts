import { z } from 'zod'
import { type Understood } from '../../reading'
import { call } from '../../call'
import { Rate } from '../../user'
import {
  Amount,
  CalendarDate,
  Currency,
  Id,
  Login,
  Text,
  Time,
  dayRange,
  listOf,
  listQuery,
  word,
} from '../../values'
import { proposed } from './approvals'
import { QueueCounts, aboveZero, access, extension, reason } from './call'

/** What an operator begins the day with, the house's addresses and rates, and the audit trail. */

export const AuditRecord = z.object({
  id: Id,
  actor: Login.nullable(),
  action: z.string().max(64),
  subject: z.object({ kind: z.string().max(32), id: Id }).nullable(),
  reason: Text.nullable(),
  createdAt: Time,
  /** The client of the request; null if there was none. */
  origin: z
    .object({ address: z.string().max(64), device: z.string().max(300).nullable() })
    .nullable()
    .optional(),
  /** The fields that the decision changed, by their paths; null: the field was empty or not there. */
  changes: z
    .array(z.object({ field: z.string().max(500), before: Text.nullable(), after: Text.nullable() }))
    .optional(),
})
export type AuditRecord = Understood<typeof AuditRecord>

const count = z.number().int().min(0)

/** The queues of operators, of which each role is shown the ones that it may read; `payouts` are approved withdrawals. */
const queueNames = [
  'payments',
  'payouts',
  'refills',
  'transfers',
  'verifications',
  'inquiries',
  'applications',
  'proposals',
] as const

const Waiting = z.object({
  queue: word(...queueNames),
  count,
  /** The case that has waited longest; null where none waits, and where it can't be said. */
  oldest: z.object({ id: Id, since: Time }).nullable(),
  /** What withdrawals pay out and top-ups bring in, by currency; `worth` is in USDT at the present rate. */
  sums: z.array(z.object({ currency: z.string(), amount: Amount, worth: Amount })),
})

/** An open withdrawal, of those whose time ends first. */
const DuePayment = z.object({
  id: Id,
  owner: z.object({ id: Id, login: Login }),
  amount: Amount,
  currency: z.string(),
  status: word('pending', 'under_review'),
  approved: z.boolean(),
  createdAt: Time,
  expectedBy: Time,
  takenBy: Login.nullable(),
})

/**
 * Jobs. The first four and `files` have something left that was due; the others should have run by now: the work that
 * comes due, the sending of messages, and the hourly cleanup.
 */
export const jobNames = [
  ...(['accruals', 'refills', 'subscriptions', 'rests', 'files'] as const),
  ...(['dues', 'outbox', 'cleanup'] as const),
] as const

const Summary = z.object({
  queues: QueueCounts.partial(),
  overdue: count
    .optional()
    .meta({ description: 'Withdrawals past their time; no more than 1,000 are counted' }),
  fourEyes: z.boolean().optional().meta({ description: 'Whether some changes need a second operator' }),
  admins: count
    .optional()
    .meta({ description: 'Admins who are not suspended: with one, nobody approves what that one proposes' }),
  waiting: z.array(Waiting).optional(),
  due: z.array(DuePayment).optional(),
  flow: z
    .array(z.object({ date: CalendarDate, in: Amount, out: Amount }))
    .optional()
    .meta({
      description: 'What came in and went out in each of the last 30 days, in USDT at the rate of the day',
    }),
  addresses: z
    .array(z.object({ system: Id, title: Text, free: count, isLow: z.boolean() }))
    .optional()
    .meta({ description: 'Receiving addresses left for investors who have none yet, by payment system' }),
  lateJobs: z
    .array(z.object({ job: word(...jobNames), since: Time.nullable() }))
    .optional()
    .meta({
      description: 'Jobs that are late: since when something is due, or when it last ran; null: never',
    }),
  unsent: z
    .array(z.object({ channel: word('email', 'sms'), waiting: count, lost: count, since: Time }))
    .optional()
    .meta({ description: 'Messages that could not be sent: still tried, and given up within a day' }),
  ledger: z
    .object({ at: Time, off: z.array(z.object({ currency: z.string(), amount: Amount })) })
    .optional()
    .meta({ description: 'The currencies whose accounts do not sum to zero, and by how much, at a moment' }),
  accounts: z
    .array(z.object({ account: z.string().max(32), currency: z.string(), balance: Amount }))
    .optional(),
  users: count,
})

/** A place in the chain of the audit trail. */
const ChainHead = z.object({ position: z.number().int().min(1), hash: z.string().max(64) })

export const house = {
  summary: call({
    method: 'GET',
    path: '/ext/operator/summary',
    access,
    extension,
    summary:
      'Today: what waits, what the house holds and owes, and what does not work; only what the role may see',
    output: Summary,
  }),
  addAddresses: call({
    method: 'POST',
    path: '/ext/operator/payment-systems/{id}/addresses',
    access,
    roles: [],
    extension,
    summary: 'Adds receiving addresses of the company; each will serve one investor',
    params: z.object({ id: Id }),
    body: z.object({ addresses: z.array(z.string().trim().max(256)).min(1).max(500), reason }),
    output: z.object({ system: Id, free: z.number().int().min(0), ...proposed }),
    status: 201,
    keyed: true,
    errors: ['not_found', 'proposal_open'],
  }),
  setRate: call({
    method: 'POST',
    path: '/ext/operator/rates',
    access,
    roles: ['cashier'],
    extension,
    summary: 'Sets what a coin is worth in USDT from now on',
    body: z.object({
      coin: Currency,
      rate: z
        .string()
        .regex(/^\d{1,12}(\.\d{1,18})?$/)
        .regex(aboveZero),
      reason,
    }),
    output: z.object({
      rate: Rate.pick({ coin: true, rate: true, updatedAt: true }).nullable(),
      ...proposed,
    }),
    status: 201,
    keyed: true,
    errors: ['proposal_open'],
  }),
  audit: call({
    method: 'GET',
    path: '/ext/operator/audit',
    access,
    roles: [],
    extension,
    summary: 'Who decided what, and when',
    query: listQuery(
      ['createdAt'],
      { actor: Login.optional(), kind: z.string().max(32).optional(), ...dayRange },
      1_000,
    ),
    output: listOf(AuditRecord),
  }),
  auditCheck: call({
    method: 'GET',
    path: '/ext/operator/audit/check',
    access,
    roles: [],
    extension: 'operators',
    summary: 'Checks the chain of the audit trail from its first record, and says where it breaks',
    output: z.object({
      checked: z.number().int().min(0),
      head: ChainHead.nullable(),
      broken: z
        .object({
          why: word('changed', 'missing', 'unchained'),
          position: z.number().int().nullable(),
          recordId: Id.nullable(),
        })
        .nullable(),
    }),
  }),
}
