import { z } from 'zod'
import { type Understood } from '../../reading'
import { call, fileCall } from '../../call'
import { type ErrorCode } from '../../errors'
import { type OperatorRole } from '../../operator-roles'
import {
  Deposit,
  Payment,
  Refill,
  Returned,
  depositStatuses,
  paymentStatuses,
  refillStatuses,
} from '../../funds'
import { User } from '../../user'
import { PersonalData, VerificationState } from '../../user-data'
import {
  Amount,
  Id,
  Language,
  Login,
  Text,
  Time,
  boundedListOf,
  dayRange,
  listQuery,
  word,
} from '../../values'
import { OpenProposal, proposed } from './approvals'
import { access, extension } from './call'
import { WaitingTransfer, transferStatuses } from './transfers'

/** What waits for the operator, and the decisions. Every decision is keyed and carries its author. */

const owner = { owner: z.object({ id: Id, login: Login }) }
/** The decision that waits for a second operator. */
const open = { proposal: OpenProposal.nullable().optional() }
export const OwnedPayment = Payment.extend({
  ...owner,
  /**
   * What the investor gets back if an undecided withdrawal is rejected at the present rates. What was bought for it
   * with USDT comes back as USDT, or stays bought if it has become cheaper since.
   */
  rejectionReturns: Returned.optional(),
  /** Since when it may be paid out: it waits for a batch, or for the hash of its transfer. */
  approvedAt: Time.nullable().optional(),
  takenBy: Login.nullable().optional(),
  /** The batch that it is in; it is decided there. */
  batch: Id.nullable().optional(),
  ...open,
})
export const OwnedRefill = Refill.extend({ ...owner, takenBy: Login.nullable().optional(), ...open })
const OwnedDeposit = Deposit.extend(owner)

export const Verification = VerificationState.extend({
  id: Id,
  ...owner,
  person: PersonalData,
  /** Their bytes are `operator.document`'s. */
  documents: z.array(z.object({ id: Id, field: z.string().max(64), mediaType: z.string().max(64) })),
  takenBy: Login.nullable().optional(),
})
export type Verification = Understood<typeof Verification>

export const Inquiry = z.object({
  id: Id,
  kind: word('subscriber', 'message', 'deletion', 'not_me', 'factors_lost'),
  /** The sender, if it is an investor. A request for deletion always has one, and so has an account that was frozen. */
  owner: owner.owner.nullable(),
  email: z.string().nullable(),
  name: Text.nullable(),
  phone: z.string().nullable(),
  message: Text.nullable(),
  /** In which the sender reads an answer. */
  language: Language.optional(),
  /** What the sender was answered. */
  answer: Text.nullable().optional(),
  status: word('open', 'done'),
  createdAt: Time,
  takenBy: Login.nullable().optional(),
})
export type Inquiry = Understood<typeof Inquiry>

export const applicationStatuses = ['open', 'done', 'declined'] as const

export const Application = z.object({
  id: Id,
  /** `title` is null once the vacancy is no longer among those of the company. */
  vacancy: z.object({ id: Id, title: Text.nullable() }),
  /** Names and addresses are null once they are no longer kept. */
  name: Text.nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  /** The letter that came with it. */
  message: Text.nullable(),
  /** Its bytes are `operator.resume`'s; null once it is no longer kept. */
  resume: z.object({ id: Id, mediaType: z.string().max(64) }).nullable(),
  /** In which the applicant reads an answer. */
  language: Language.optional(),
  /** What the applicant was answered. */
  answer: Text.nullable(),
  /** `done`: answered. `declined`: not taken. */
  status: word(...applicationStatuses),
  createdAt: Time,
  takenBy: Login.nullable().optional(),
})
export type Application = Understood<typeof Application>

export const OperatorUser = User.omit({ notifications: true }).extend({
  suspended: z.object({ reason: Text, since: Time }).nullable(),
  /** Since when its withdrawals are frozen, by its owner's word that somebody else was there. */
  frozenSince: Time.nullable().optional(),
  /** From when on a sign-in by password removes its second factors; null if that is not planned. */
  factorRemovalAt: Time.nullable().optional(),
  /** The address that replaces its contacts, and when; null if that is not planned. */
  contactReplacement: z.object({ email: z.string(), at: Time }).nullable().optional(),
})

/**
 * Each subject takes its own: payments `review`, `approve`, `complete` (transactionHash), `reject` (reason); refills
 * `approve` (creditedAmount, transactionHash), `reject` (reason); verifications `approve`, `reject` (reason); users
 * `suspend` (reason), `restore`; inquiries `complete` (of a deletion with the reason: what was done; of a message with the
 * answer, if it gets one); applications `complete`, `reject`, each with the answer, if it gets one; transfers `approve`
 * (refill: the top-up that it is credited to), `reject` (reason: why it is closed without a credit).
 */
export const Decision = z.object({
  decision: z.enum(['review', 'approve', 'reject', 'complete', 'suspend', 'restore']),
  reason: z.string().trim().max(300).optional(),
  transactionHash: z.string().trim().max(256).optional(),
  creditedAmount: Amount.optional(),
  refill: Id.optional(),
  answer: z.string().trim().max(4000).optional(),
})
export type Decision = Understood<typeof Decision>

/** A decision on one entry of a queue. */
function decide<Output extends z.ZodType>(
  queue: string,
  output: Output,
  {
    roles,
    errors = [],
    of = extension,
  }: { roles: readonly OperatorRole[]; errors?: readonly ErrorCode[]; of?: string },
) {
  return call({
    method: 'POST',
    path: `/ext/operator/${queue}/{id}/decide`,
    access,
    roles,
    extension: of,
    summary: `Decides on one of the ${queue}`,
    params: z.object({ id: Id }),
    body: Decision,
    output,
    keyed: true,
    errors: ['already_decided', 'not_found', ...errors],
  })
}

export const queues = {
  payments: call({
    method: 'GET',
    path: '/ext/operator/payments',
    access,
    roles: ['support', 'cashier'],
    extension,
    summary:
      'All withdrawals; a search takes a whole number, or the beginning of a wallet, a hash or the login',
    query: listQuery(['createdAt', 'expectedBy', 'amount', 'status'], {
      /** `open`: not decided. `approved`: to be paid out. */
      status: z.enum([...paymentStatuses, 'open', 'approved']).optional(),
      ...dayRange,
    }),
    output: boundedListOf(OwnedPayment),
  }),
  refills: call({
    method: 'GET',
    path: '/ext/operator/refills',
    access,
    roles: ['support', 'cashier'],
    extension,
    summary: 'All top-ups; a search takes a whole number, or the beginning of a wallet, a hash or the login',
    query: listQuery(['createdAt', 'requestAmount', 'status'], {
      status: z.enum(refillStatuses).optional(),
      ...dayRange,
    }),
    output: boundedListOf(OwnedRefill),
  }),
  transfers: call({
    method: 'GET',
    path: '/ext/operator/transfers',
    access,
    roles: ['support', 'cashier'],
    extension: 'transfers',
    summary:
      'Transfers that no top-up took; a search takes a whole number, or the beginning of an address, a hash or the login',
    query: listQuery(['waitsSince', 'amount'], { status: z.enum(transferStatuses).optional() }),
    output: boundedListOf(WaitingTransfer),
  }),
  deposits: call({
    method: 'GET',
    path: '/ext/operator/deposits',
    access,
    roles: ['support', 'cashier'],
    extension,
    summary: 'All deposits; a search takes a whole number, or the beginning of the login',
    query: listQuery(['startedAt', 'amount', 'status'], { status: z.enum(depositStatuses).optional() }),
    output: boundedListOf(OwnedDeposit),
  }),
  verifications: call({
    method: 'GET',
    path: '/ext/operator/verifications',
    access,
    roles: ['support', 'cashier'],
    extension,
    summary: 'Documents handed in for verification',
    query: listQuery(['submittedAt'], {
      status: z.enum(['in_process', 'successful', 'rejected']).optional(),
    }),
    output: boundedListOf(Verification),
  }),
  document: fileCall({
    path: '/ext/operator/documents/{id}',
    access,
    roles: ['cashier'],
    extension,
    summary: 'A document that was handed in for verification; looking at it is recorded in the audit trail',
    params: z.object({ id: Id }),
    errors: ['not_found'],
  }),
  documentNumber: call({
    method: 'GET',
    path: '/ext/operator/verifications/{id}/number',
    access,
    roles: ['cashier'],
    extension,
    summary:
      'The number that was typed, to hold against the document; looking at it is recorded in the audit trail',
    params: z.object({ id: Id }),
    output: z.object({ documentNumber: z.string() }),
    errors: ['not_found'],
  }),
  users: call({
    method: 'GET',
    path: '/ext/operator/users',
    access,
    roles: ['support', 'cashier'],
    extension,
    summary: 'All users; a search takes a whole id, or the beginning of a login, an e-mail or a phone',
    query: listQuery(['registeredAt', 'login'], { suspended: z.enum(['true', 'false']).optional() }),
    output: boundedListOf(OperatorUser),
  }),
  inquiries: call({
    method: 'GET',
    path: '/ext/operator/inquiries',
    access,
    roles: ['support'],
    extension,
    summary: 'Messages, subscribers, requests for deletion, accounts that somebody else was at',
    query: listQuery(['createdAt'], {
      kind: z.enum(['subscriber', 'message', 'deletion', 'not_me', 'factors_lost']).optional(),
      status: z.enum(['open', 'done']).optional(),
    }),
    output: boundedListOf(Inquiry),
  }),
  applications: call({
    method: 'GET',
    path: '/ext/operator/applications',
    access,
    roles: ['support'],
    extension: 'applications',
    summary: 'Applications for vacancies',
    query: listQuery(['createdAt'], {
      status: z.enum(applicationStatuses).optional(),
      vacancy: Id.optional(),
    }),
    output: boundedListOf(Application),
  }),
  resume: fileCall({
    path: '/ext/operator/resumes/{id}',
    access,
    roles: ['support'],
    extension: 'applications',
    summary: 'The résumé of an application; looking at it is recorded in the audit trail',
    params: z.object({ id: Id }),
    errors: ['not_found'],
  }),
  decidePayment: decide('payments', z.object({ payment: OwnedPayment, ...proposed }), {
    roles: ['cashier'],
    errors: ['case_taken', 'payment_batched', 'payment_resting', 'proposal_open', 'withdrawals_frozen'],
  }),
  decideRefill: decide('refills', z.object({ refill: OwnedRefill, ...proposed }), {
    roles: ['cashier'],
    errors: ['case_taken', 'proposal_open'],
  }),
  decideTransfer: decide('transfers', z.object({ transfer: WaitingTransfer, ...proposed }), {
    roles: ['cashier'],
    errors: ['case_taken', 'proposal_open'],
    of: 'transfers',
  }),
  decideVerification: decide('verifications', z.object({ verification: Verification }), {
    roles: ['cashier'],
    errors: ['case_taken'],
  }),
  decideUser: decide('users', z.object({ user: OperatorUser }), { roles: ['cashier'] }),
  decideInquiry: decide('inquiries', z.object({ inquiry: Inquiry }), {
    roles: ['support'],
    errors: ['case_taken'],
  }),
  decideApplication: decide('applications', z.object({ application: Application }), {
    roles: ['support'],
    errors: ['case_taken'],
    of: 'applications',
  }),
  unfreezeUser: call({
    method: 'POST',
    path: '/ext/operator/users/{id}/unfreeze',
    access,
    roles: ['cashier'],
    extension: 'notMe',
    summary: 'Lets an account withdraw again that its owner had frozen, after a rest',
    params: z.object({ id: Id }),
    body: z.object({ reason: z.string().trim().max(300) }),
    output: z.object({ user: OperatorUser }),
    keyed: true,
    errors: ['already_decided', 'not_found'],
  }),
  removeFactors: call({
    method: 'POST',
    path: '/ext/operator/users/{id}/remove-factors',
    access,
    roles: [],
    extension: 'secondFactors',
    summary:
      'Plans the removal of all second factors of an owner who has lost them, after a delay and notices',
    params: z.object({ id: Id }),
    body: z.object({ reason: z.string().trim().max(300) }),
    output: z.object({ user: OperatorUser, ...proposed }),
    keyed: true,
    errors: ['already_decided', 'not_found', 'proposal_open'],
  }),
}
