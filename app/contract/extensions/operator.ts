import { z } from 'zod'
import { call } from '../call'
import { NewsItem } from '../content'
import { Deposit, Payment, Refill, depositStatuses, paymentStatuses, refillStatuses } from '../funds'
import { Plan, SetAmount, SetPercent, draftedSettings, tariffs } from '../settings'
import { Rate, User } from '../user'
import { PersonalData, VerificationState } from '../user-data'
import {
  Amount,
  Currency,
  Id,
  Language,
  Link,
  Login,
  Text,
  Time,
  dayRange,
  listOf,
  listQuery,
  word,
} from '../values'

/** The operator's desk. Every decision is keyed, carries its author and stands in the audit trail. */

const extension = 'operator'
const access = 'operator'

const owner = { owner: z.object({ id: Id, login: Login }) }
const OwnedPayment = Payment.extend(owner)
const OwnedRefill = Refill.extend(owner)
const OwnedDeposit = Deposit.extend(owner)

const Verification = VerificationState.extend({
  id: Id,
  ...owner,
  person: PersonalData,
  /** Their bytes are `operator.document`'s. */
  documents: z.array(z.object({ id: Id, field: z.string().max(64), mediaType: z.string().max(64) })),
})

const Inquiry = z.object({
  id: Id,
  kind: word('subscriber', 'message', 'application', 'deletion'),
  /** Who asks, where it is an investor: of a deletion always. */
  owner: owner.owner.nullable(),
  email: z.string().nullable(),
  name: Text.nullable(),
  phone: z.string().nullable(),
  message: Text.nullable(),
  vacancyId: Id.nullable(),
  status: word('open', 'done'),
  createdAt: Time,
})

const OperatorUser = User.omit({ notifications: true }).extend({
  suspended: z.object({ reason: Text, since: Time }).nullable(),
})

/** Written in both languages; a title is never left empty. */
const Written = z.string().trim().min(1).max(10_000)
const texts = z.object({ ru: Written, en: Written })

export const NewsDraft = z.object({
  title: texts,
  summary: texts,
  body: z.object({ ru: z.string().max(200_000), en: z.string().max(200_000) }),
  image: Link.nullable(),
  top: z.boolean(),
  publishedAt: Time.optional(),
})

const aboveZero = /[1-9]/

/** Bounds in USDT. */
export const PlanDraft = z.object({
  title: texts,
  dailyPercent: SetPercent.regex(aboveZero),
  min: SetAmount.regex(aboveZero),
  max: SetAmount.regex(aboveZero).nullable(),
  termDays: z.number().int().min(1).max(3650),
  extension: z.object({
    days: z.number().int().min(0).max(3650),
    multiplier: z
      .string()
      .regex(/^\d{1,3}(\.\d{1,6})?$/)
      .regex(aboveZero),
  }),
  available: z.boolean(),
})

/** Bodies that carry a long text in both languages. */
const longBodyKb = 1024

const AuditRecord = z.object({
  id: Id,
  actor: Login.nullable(),
  action: z.string().max(64),
  subject: z.object({ kind: z.string().max(32), id: Id }).nullable(),
  reason: Text.nullable(),
  createdAt: Time,
})

/**
 * Each subject takes its own: payments `review`, `complete` (transactionHash), `reject` (reason); refills `approve`
 * (creditedAmount, transactionHash), `reject` (reason); verifications `approve`, `reject` (reason); users `suspend`
 * (reason), `restore`; inquiries `complete` (of a deletion with the reason: what was done).
 */
export const Decision = z.object({
  decision: z.enum(['review', 'approve', 'reject', 'complete', 'suspend', 'restore']),
  reason: z.string().trim().max(300).optional(),
  transactionHash: z.string().trim().max(256).optional(),
  creditedAmount: Amount.optional(),
})
export type Decision = z.infer<typeof Decision>

/** A decision on one entry of a queue. */
function decide<Output extends z.ZodType>(queue: string, output: Output) {
  return call({
    method: 'POST',
    path: `/ext/operator/${queue}/{id}/decide`,
    access,
    extension,
    summary: `Decides on one of the ${queue}`,
    params: z.object({ id: Id }),
    body: Decision,
    output,
    keyed: true,
    errors: ['already_decided', 'not_found'],
  })
}

export const operator = {
  summary: call({
    method: 'GET',
    path: '/ext/operator/summary',
    access,
    extension,
    summary: 'What waits for a decision, and what the house holds and owes',
    output: z.object({
      queues: z.object({
        payments: z.number().int(),
        refills: z.number().int(),
        verifications: z.number().int(),
        inquiries: z.number().int(),
      }),
      overdue: z.number().int(),
      accounts: z.array(z.object({ account: z.string().max(32), currency: z.string(), balance: Amount })),
      users: z.number().int(),
    }),
  }),
  payments: call({
    method: 'GET',
    path: '/ext/operator/payments',
    access,
    extension,
    summary: 'All withdrawals',
    query: listQuery(['createdAt', 'amount', 'status'], {
      status: z.enum(paymentStatuses).optional(),
      ...dayRange,
    }),
    output: listOf(OwnedPayment),
  }),
  refills: call({
    method: 'GET',
    path: '/ext/operator/refills',
    access,
    extension,
    summary: 'All top-ups',
    query: listQuery(['createdAt', 'requestAmount', 'status'], {
      status: z.enum(refillStatuses).optional(),
      ...dayRange,
    }),
    output: listOf(OwnedRefill),
  }),
  deposits: call({
    method: 'GET',
    path: '/ext/operator/deposits',
    access,
    extension,
    summary: 'All deposits',
    query: listQuery(['startedAt', 'amount', 'status'], { status: z.enum(depositStatuses).optional() }),
    output: listOf(OwnedDeposit),
  }),
  verifications: call({
    method: 'GET',
    path: '/ext/operator/verifications',
    access,
    extension,
    summary: 'Documents handed in for verification',
    query: listQuery(['submittedAt'], {
      status: z.enum(['in_process', 'successful', 'rejected']).optional(),
    }),
    output: listOf(Verification),
  }),
  document: call({
    method: 'GET',
    path: '/ext/operator/documents/{id}',
    access,
    extension,
    summary:
      'A document that was handed in for verification; that it was looked at stands in the audit trail',
    params: z.object({ id: Id }),
    output: z.null(),
    attachment: true,
    errors: ['not_found'],
  }),
  documentNumber: call({
    method: 'GET',
    path: '/ext/operator/verifications/{id}/number',
    access,
    extension,
    summary:
      'The number that was typed, to hold against the document; that it was looked at is in the audit trail',
    params: z.object({ id: Id }),
    output: z.object({ documentNumber: z.string() }),
    errors: ['not_found'],
  }),
  users: call({
    method: 'GET',
    path: '/ext/operator/users',
    access,
    extension,
    summary: 'All users',
    query: listQuery(['registeredAt', 'login'], { suspended: z.enum(['true', 'false']).optional() }),
    output: listOf(OperatorUser),
  }),
  inquiries: call({
    method: 'GET',
    path: '/ext/operator/inquiries',
    access,
    extension,
    summary: 'Messages, applications, subscribers, requests for deletion',
    query: listQuery(['createdAt'], {
      kind: z.enum(['subscriber', 'message', 'application', 'deletion']).optional(),
      status: z.enum(['open', 'done']).optional(),
    }),
    output: listOf(Inquiry),
  }),
  decidePayment: decide('payments', z.object({ payment: OwnedPayment })),
  decideRefill: decide('refills', z.object({ refill: OwnedRefill })),
  decideVerification: decide('verifications', z.object({ verification: Verification })),
  decideUser: decide('users', z.object({ user: OperatorUser })),
  decideInquiry: decide('inquiries', z.object({ inquiry: Inquiry })),
  createNews: call({
    method: 'POST',
    path: '/ext/operator/news',
    access,
    extension,
    summary: 'Publishes a news item',
    body: NewsDraft,
    bodyKb: longBodyKb,
    output: NewsItem,
    status: 201,
    keyed: true,
  }),
  editNews: call({
    method: 'PATCH',
    path: '/ext/operator/news/{id}',
    access,
    extension,
    summary: 'Edits a news item',
    params: z.object({ id: Id }),
    body: NewsDraft.partial(),
    bodyKb: longBodyKb,
    output: NewsItem,
    errors: ['not_found'],
  }),
  withdrawNews: call({
    method: 'POST',
    path: '/ext/operator/news/{id}/withdraw',
    access,
    extension,
    summary: 'Takes a news item off the site',
    params: z.object({ id: Id }),
    output: z.object({}),
    keyed: true,
    errors: ['not_found'],
  }),
  createMailing: call({
    method: 'POST',
    path: '/ext/operator/mailings',
    access,
    extension,
    summary: 'Sends a mailing to every investor, or to those of one language',
    body: z.object({
      message: z.object({ ru: z.string().max(60_000), en: z.string().max(60_000) }),
      image: Link.nullable(),
      language: Language.optional(),
    }),
    bodyKb: longBodyKb,
    output: z.object({ recipients: z.number().int().min(0) }),
    status: 201,
    keyed: true,
  }),
  editSetting: call({
    method: 'PATCH',
    path: '/ext/operator/settings/{key}',
    access,
    extension,
    summary: 'Changes a setting; each text as {ru, en}, or once where both languages say the same',
    params: z.object({ key: z.enum(draftedSettings) }),
    body: z.object({
      value: z.unknown().meta({ description: "In the shape of the key's own value; held against it" }),
    }),
    bodyKb: longBodyKb,
    output: z.object({ key: z.enum(draftedSettings), value: z.unknown() }),
    errors: ['not_found'],
  }),
  createPlan: call({
    method: 'POST',
    path: '/ext/operator/plans',
    access,
    extension,
    summary: 'Adds a tariff plan',
    body: PlanDraft.extend({ tariff: z.enum(tariffs) }),
    output: Plan,
    status: 201,
    keyed: true,
  }),
  editPlan: call({
    method: 'PATCH',
    path: '/ext/operator/plans/{id}',
    access,
    extension,
    summary: 'Changes a plan for deposits that are opened from now on',
    params: z.object({ id: Id }),
    body: PlanDraft.partial(),
    output: Plan,
    errors: ['not_found'],
  }),
  addAddresses: call({
    method: 'POST',
    path: '/ext/operator/payment-systems/{id}/addresses',
    access,
    extension,
    summary: 'Adds receiving addresses of the company; each will serve one top-up',
    params: z.object({ id: Id }),
    body: z.object({ addresses: z.array(z.string().trim().max(256)).min(1).max(500) }),
    output: z.object({ free: z.number().int().min(0) }),
    status: 201,
    keyed: true,
    errors: ['not_found'],
  }),
  setRate: call({
    method: 'POST',
    path: '/ext/operator/rates',
    access,
    extension,
    summary: 'Sets what a coin is worth in USDT from now on',
    body: z.object({
      coin: Currency,
      rate: z
        .string()
        .regex(/^\d{1,12}(\.\d{1,18})?$/)
        .regex(aboveZero),
    }),
    output: Rate.pick({ coin: true, rate: true, updatedAt: true }),
    status: 201,
    keyed: true,
  }),
  audit: call({
    method: 'GET',
    path: '/ext/operator/audit',
    access,
    extension,
    summary: 'Who decided what, and when',
    query: listQuery(['createdAt'], { actor: Login.optional(), ...dayRange }),
    output: listOf(AuditRecord),
  }),
}
