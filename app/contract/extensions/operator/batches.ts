import { z } from 'zod'
import { type Understood } from '../../reading'
import { paymentStatuses } from '../../funds'
import { call } from '../../call'
import { Amount, Currency, Id, Login, Text, Time, listOf, listQuery, word } from '../../values'
import { proposed } from './approvals'
import { access } from './call'

/**
 * Approved withdrawals leave in batches, one for each signing of one payment system. A withdrawal is in one batch only, and
 * is decided there until it is taken out.
 */

const extension = 'batches'

export const batchStatuses = ['open', 'downloaded', 'paid', 'dissolved'] as const

/** A batch has no more: its hashes fit one form. */
export const maxBatchPayments = 100

const count = z.number().int().min(0)

/** SHA-256 of the lines `address,amount`, each with a line feed, in hexadecimal digits. */
const Checksum = z.string().max(64)

const Batch = z.object({
  id: Id,
  system: Id,
  title: Text,
  currency: Currency,
  network: Text,
  /** `downloaded`: its file is out, so that it may have been signed. `paid`: every withdrawal in it is decided. */
  status: word(...batchStatuses),
  /** Of the withdrawals in it, without those that were taken out; of a dissolved one all that were in it. */
  count,
  paid: count,
  /** What their investors get: net of fees. */
  total: Amount,
  checksum: Checksum,
  createdAt: Time,
  createdBy: Login,
  downloadedAt: Time.nullable(),
  closedAt: Time.nullable(),
})
export type Batch = Understood<typeof Batch>

const BatchedPayment = z.object({
  id: Id,
  owner: z.object({ id: Id, login: Login }),
  wallet: z.string().max(256),
  /** Net of the fee. */
  amount: Amount,
  status: word(...paymentStatuses),
  transactionHash: z.string().max(256).nullable(),
  /** The withdrawals of its investor are frozen: the batch gives no file while it is in it. */
  frozen: z.boolean(),
  /** Its money does not leave yet: the batch gives no file while it is in it. */
  resting: z.boolean().optional(),
  takenOut: z.boolean(),
})
export type BatchedPayment = Understood<typeof BatchedPayment>

const OneBatch = z.object({ batch: Batch, payments: z.array(BatchedPayment) })

/** What waits for a batch of one payment system: the batch as it would be made now. */
const BatchDraft = z.object({
  system: Id,
  title: Text,
  currency: Currency,
  network: Text,
  count,
  total: Amount,
  checksum: Checksum,
  /** What doesn't fit into one batch. */
  more: count,
  /** Left out, because the withdrawals of their investors are frozen. */
  frozen: count,
  /** Left out, because their money does not leave yet. */
  resting: count.optional(),
  dueAt: Time.nullable(),
})
export type BatchDraft = Understood<typeof BatchDraft>

/** A transfer that was made. A file that came back has the address and the amount too, which are compared. */
export const Transfer = z.object({
  payment: z.string().max(128),
  transactionHash: z.string().trim().max(256),
  wallet: z.string().trim().max(256).optional(),
  amount: z.string().trim().max(64).optional(),
})
export type Transfer = Understood<typeof Transfer>

const transfers = z.array(Transfer).max(2 * maxBatchPayments)

export const transferResults = [
  /** The withdrawal is completed by it. */
  'completed',
  /** It was completed by this very hash before. */
  'already_completed',
  /** It was completed by another hash, or rejected. */
  'decided_otherwise',
  /** The address or the amount is not that of the batch. */
  'changed',
  /** No hash of a transfer on this network. */
  'hash_invalid',
  /** The hash is that of a withdrawal outside of this batch. */
  'hash_used',
  /** The same withdrawal again, with another hash. */
  'repeated',
  /** Not in this batch. */
  'not_in_batch',
  /** The withdrawals of its investor are frozen. */
  'frozen',
  /** Its money does not leave yet, and nobody was given the file. */
  'resting',
] as const

const Reported = z.object({
  payment: z.string().max(128),
  transactionHash: z.string().max(256),
  result: word(...transferResults),
})
export type Reported = Understood<typeof Reported>

const ofId = z.object({ id: Id })

export const batches = {
  batches: call({
    method: 'GET',
    path: '/ext/operator/batches',
    access,
    roles: ['cashier'],
    extension,
    summary: 'Batches of withdrawals, newest first',
    query: listQuery(['createdAt'], { status: z.enum(batchStatuses).optional() }),
    output: listOf(Batch),
  }),
  batchDrafts: call({
    method: 'GET',
    path: '/ext/operator/batch-drafts',
    access,
    roles: ['cashier'],
    extension,
    summary: 'The approved withdrawals that are in no batch yet, by payment system',
    output: z.object({ items: z.array(BatchDraft) }),
  }),
  batchDraft: call({
    method: 'GET',
    path: '/ext/operator/batch-drafts/{system}',
    access,
    roles: ['cashier'],
    extension,
    summary: 'The batch of one payment system as it would be made now',
    params: z.object({ system: Id }),
    output: z.object({ draft: BatchDraft, payments: z.array(BatchedPayment) }),
    errors: ['not_found'],
  }),
  batch: call({
    method: 'GET',
    path: '/ext/operator/batches/{id}',
    access,
    roles: ['cashier'],
    extension,
    summary: 'One batch with its withdrawals, those that were taken out last',
    params: ofId,
    output: OneBatch,
    errors: ['not_found'],
  }),
  createBatch: call({
    method: 'POST',
    path: '/ext/operator/batches',
    access,
    roles: ['cashier'],
    extension,
    summary: 'Makes a batch of what the draft with this checksum has; of another one by now it makes none',
    body: z.object({ system: Id, checksum: Checksum }),
    output: OneBatch,
    status: 201,
    keyed: true,
    errors: ['not_found', 'changed_meanwhile'],
  }),
  downloadBatch: call({
    method: 'POST',
    path: '/ext/operator/batches/{id}/download',
    access,
    roles: ['cashier'],
    extension,
    summary:
      'A file for the signer: `wallet` has the lines `address,amount` that wallets take, `table` also ids and room for the hashes; recorded in the audit trail',
    params: ofId,
    body: z.object({ file: z.enum(['wallet', 'table']) }),
    output: z.object({ name: z.string().max(200), text: z.string().max(200_000) }),
    errors: ['not_found', 'already_decided', 'batch_changed', 'payment_resting', 'withdrawals_frozen'],
  }),
  previewTransfers: call({
    method: 'POST',
    path: '/ext/operator/batches/{id}/transfers/preview',
    access,
    roles: ['cashier'],
    extension,
    summary: 'What a report of transfers would complete, with a result for each; nothing is decided',
    params: ofId,
    body: z.object({ transfers }),
    bodyKb: 128,
    output: z.object({ results: z.array(Reported) }),
    errors: ['not_found'],
  }),
  reportTransfers: call({
    method: 'POST',
    path: '/ext/operator/batches/{id}/transfers',
    access,
    roles: ['cashier'],
    extension,
    summary: 'Completes the withdrawals whose transfers were made, with a result for each',
    params: ofId,
    body: z.object({ transfers }),
    bodyKb: 128,
    output: OneBatch.extend({ results: z.array(Reported) }),
    keyed: true,
    slow: true,
    errors: ['not_found'],
  }),
  takeOutOfBatch: call({
    method: 'POST',
    path: '/ext/operator/batches/{id}/take-out',
    access,
    roles: ['cashier'],
    extension,
    summary: 'Takes a withdrawal that was not sent out of its batch: it waits among the approved ones again',
    params: ofId,
    body: z.object({ payment: Id, reason: z.string().trim().max(300) }),
    output: OneBatch.extend(proposed),
    keyed: true,
    errors: ['not_found', 'already_decided', 'proposal_open'],
  }),
  dissolveBatch: call({
    method: 'POST',
    path: '/ext/operator/batches/{id}/dissolve',
    access,
    roles: ['cashier'],
    extension,
    summary: 'Dissolves a batch whose file nobody has: its withdrawals wait among the approved ones again',
    params: ofId,
    output: OneBatch,
    keyed: true,
    errors: ['not_found', 'already_decided', 'batch_downloaded'],
  }),
}
