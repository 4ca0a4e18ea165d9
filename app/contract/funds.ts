import { z } from 'zod'
import { call } from './call'
import { passwordErrors } from './errors'
import { Tariff } from './settings'
import { Balance } from './user'
import {
  Amount,
  Currency,
  CurrentPassword,
  Id,
  Percent,
  Text,
  Time,
  dayRange,
  listOf,
  listQuery,
  word,
} from './values'

/** Money in (refills), money at work (deposits), money out (payments). */

export const depositStatuses = ['in_progress', 'awaiting_completion', 'closed'] as const
export const refillStatuses = ['pending', 'topped_up', 'rejected', 'timeout_expired'] as const
export const paymentStatuses = ['pending', 'under_review', 'rejected', 'completed'] as const

export const Deposit = z.object({
  id: Id,
  plan: z.object({ id: Id, tariff: Tariff, title: Text }),
  currency: Currency,
  amount: Amount,
  min: Amount,
  dailyPercent: Percent,
  term: z.union([z.literal(1), z.literal(2)]),
  termDays: z.number().int().min(1),
  startedAt: Time,
  endsAt: Time,
  nextAccrualAt: Time.nullable(),
  nextAccrual: Amount.nullable(),
  income: Amount,
  accrued: Amount,
  accruedUsdt: Amount,
  total: Amount,
  status: word(...depositStatuses),
  canClose: z.boolean(),
  closingPays: Amount,
  closedAt: Time.nullable(),
})
export type Deposit = z.infer<typeof Deposit>

export const Refill = z.object({
  id: Id,
  system: Id,
  currency: Currency,
  network: Text,
  requestAmount: Amount,
  creditedAmount: Amount.nullable(),
  wallet: z.string().max(256),
  paymentUri: z.string().max(1024).nullable(),
  transactionHash: z.string().max(256).nullable(),
  status: word(...refillStatuses),
  reason: Text.nullable(),
  createdAt: Time,
  expiresAt: Time,
  creditedAt: Time.nullable(),
})
export type Refill = z.infer<typeof Refill>

/** Amounts that go back to a balance, each in its currency. */
export const Returned = z.array(z.object({ currency: Currency, amount: Amount })).max(2)

export const Payment = z.object({
  id: Id,
  system: Id,
  currency: Currency,
  network: Text,
  wallet: z.string().max(256),
  amount: Amount,
  fee: Amount,
  net: Amount,
  fromUsdt: Amount.nullable(),
  rate: Amount.nullable(),
  transactionHash: z.string().max(256).nullable(),
  status: word(...paymentStatuses),
  reason: Text.nullable(),
  createdAt: Time,
  expectedBy: Time,
  withdrawnAt: Time.nullable(),
  /** Of a rejected one: what came back. Left out where the upstream does not say, or nothing has come back. */
  returned: Returned.optional(),
})
export type Payment = z.infer<typeof Payment>

export const deposits = {
  list: call({
    method: 'GET',
    path: '/funds/deposits',
    access: 'investor',
    summary: "The investor's deposits",
    query: listQuery(['startedAt', 'endsAt', 'nextAccrualAt', 'amount', 'currency', 'status'], {
      status: z.enum(depositStatuses).optional(),
    }),
    output: listOf(Deposit),
  }),
  create: call({
    method: 'POST',
    path: '/funds/deposits',
    access: 'investor',
    summary: 'Opens a deposit on a plan from the balance of its currency',
    body: z.object({ planId: Id, currency: Currency, amount: Amount }),
    output: z.object({ deposit: Deposit, balance: Balance }),
    status: 201,
    keyed: true,
    errors: [
      'amount_negative',
      'amount_below_min',
      'amount_above_max',
      'insufficient_funds',
      'plan_unavailable',
    ],
  }),
  close: call({
    method: 'POST',
    path: '/funds/deposits/client/close/{id}',
    access: 'investor',
    summary: 'Closes a deposit after its first term and pays the principal back',
    params: z.object({ id: Id }),
    output: z.object({ deposit: Deposit, balance: Balance }),
    keyed: true,
    errors: ['deposit_not_closable', 'not_found'],
  }),
}

export const refills = {
  list: call({
    method: 'GET',
    path: '/funds/refills',
    access: 'investor',
    summary: 'Top-ups',
    query: listQuery(['createdAt', 'requestAmount', 'currency', 'status'], {
      status: z.enum(refillStatuses).optional(),
      ...dayRange,
    }),
    output: listOf(Refill),
  }),
  create: call({
    method: 'POST',
    path: '/funds/refills',
    access: 'investor',
    summary: 'Asks for an address to pay to',
    body: z.object({ system: Id, amount: Amount }),
    output: Refill,
    status: 201,
    keyed: true,
    errors: ['amount_negative', 'amount_below_min', 'amount_above_max'],
  }),
  one: call({
    method: 'GET',
    path: '/funds/refills/{id}',
    access: 'investor',
    summary: 'One top-up',
    params: z.object({ id: Id }),
    output: Refill,
    errors: ['not_found'],
  }),
}

export const payments = {
  list: call({
    method: 'GET',
    path: '/funds/payments',
    access: 'investor',
    summary: 'Withdrawals',
    query: listQuery(['createdAt', 'amount', 'currency', 'status'], {
      status: z.enum(paymentStatuses).optional(),
    }),
    output: listOf(Payment),
  }),
  create: call({
    method: 'POST',
    path: '/funds/payments',
    access: 'investor',
    summary: 'Asks for a withdrawal and sets its money aside',
    body: z.object({
      system: Id,
      amount: Amount,
      wallet: z.string().trim().max(256),
      rateId: Id.optional(),
      /** For a wallet that no completed withdrawal of this investor went to. */
      currentPassword: CurrentPassword,
    }),
    credentials: ['currentPassword'],
    output: z.object({ payment: Payment, balance: Balance }),
    status: 201,
    keyed: true,
    errors: [
      'rate_expired',
      'wallet_required',
      'wallet_invalid',
      'amount_negative',
      'amount_below_min',
      'amount_above_max',
      'insufficient_funds',
      'refill_required',
      'deposit_required',
      'verification_required',
      ...passwordErrors,
    ],
  }),
}
