import { z } from 'zod'
import { type Understood } from '../../reading'
import { call } from '../../call'
import { Rate } from '../../user'
import { Amount, Currency, Id, Login, Text, Time, dayRange, listOf, listQuery, word } from '../../values'
import { proposed } from './approvals'
import { QueueCounts, aboveZero, access, extension, reason } from './call'

/** The house's balances, its addresses and rates, and the audit trail. */

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

/** A place in the chain of the audit trail. */
const ChainHead = z.object({ position: z.number().int().min(1), hash: z.string().max(64) })

export const house = {
  summary: call({
    method: 'GET',
    path: '/ext/operator/summary',
    access,
    extension,
    summary: 'What waits for a decision, and what the house holds and owes',
    output: z.object({
      queues: QueueCounts,
      overdue: z.number().int(),
      fourEyes: z.boolean().optional().meta({ description: 'Whether some changes need a second operator' }),
      addresses: z
        .array(z.object({ system: Id, title: Text, free: z.number().int().min(0), isLow: z.boolean() }))
        .optional()
        .meta({ description: 'Receiving addresses left for investors who have none yet, by payment system' }),
      accounts: z.array(z.object({ account: z.string().max(32), currency: z.string(), balance: Amount })),
      users: z.number().int(),
    }),
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
