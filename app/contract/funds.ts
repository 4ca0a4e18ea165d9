import { z } from 'zod'
import { call } from './call'
import { passwordErrors, stepUpErrors } from './errors'
import { type Understood, adapted, alsoNamed, ifGiven, isFields, shorthand } from './reading'
import { restReasons } from './rest-reasons'
import { Tariff } from './settings'
import { Balance } from './user'
import {
  Amount,
  Currency,
  CurrentPassword,
  Id,
  Percent,
  Reference,
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

/** `term` is 1 or 2, for the first or the second term. A larger number is the length in days. */
const withTermInDays = (given: unknown): unknown =>
  isFields(given) && given.termDays === undefined && Number(given.term) > 2
    ? { ...given, term: undefined, termDays: given.term }
    : given

export const Deposit = adapted(
  z.object({
    id: Id,
    plan: alsoNamed(
      shorthand(
        z.object({ id: ifGiven(Id), tariff: Tariff, title: ifGiven(Text, 'name') }),
        'tariff',
        'title',
      ),
      'tariff',
      'planId',
      'package',
    ),
    currency: Currency,
    amount: Amount,
    min: ifGiven(Amount, 'minimumDeposit', 'minDeposit'),
    dailyPercent: ifGiven(Percent, 'dailyProfitability', 'profitability', 'percent'),
    term: ifGiven(z.union([z.literal(1), z.literal(2)])),
    termDays: ifGiven(z.number().int().min(1)),
    /** The second term as it was agreed at the opening: of 0 days without one. */
    extension: ifGiven(z.object({ days: z.number().int().min(0), multiplier: Amount })),
    startedAt: ifGiven(Time, 'createdAt', 'creationDate', 'openedAt', 'startDate'),
    endsAt: ifGiven(Time, 'endDate', 'closesAt'),
    nextAccrualAt: Time.nullable(),
    nextAccrual: Amount.nullable(),
    income: ifGiven(Amount),
    accrued: ifGiven(Amount),
    accruedUsdt: ifGiven(Amount),
    total: ifGiven(Amount),
    status: word(...depositStatuses),
    canClose: ifGiven(z.boolean()),
    closingPays: ifGiven(Amount),
    closedAt: Time.nullable(),
  }),
  withTermInDays,
)
export type Deposit = Understood<typeof Deposit>

export const Refill = z.object({
  id: Id,
  system: Reference,
  currency: ifGiven(Currency),
  network: ifGiven(Text),
  requestAmount: alsoNamed(Amount, 'amount'),
  creditedAmount: alsoNamed(Amount.nullable(), 'credited'),
  wallet: ifGiven(z.string().max(256), 'address'),
  paymentUri: z.string().max(1024).nullable(),
  transactionHash: alsoNamed(z.string().max(256).nullable(), 'hash', 'txHash'),
  status: word(...refillStatuses),
  /** A transfer that the network shows and that is not final yet; `required`: how many confirmations make it so. */
  seen: z
    .object({
      amount: Amount,
      confirmations: z.number().int().min(0),
      required: z.number().int().min(0).nullable(),
    })
    .nullable(),
  reason: Text.nullable(),
  createdAt: ifGiven(Time, 'creationDate'),
  expiresAt: ifGiven(Time),
  creditedAt: alsoNamed(Time.nullable(), 'creditDate'),
})
export type Refill = Understood<typeof Refill>

/** Amounts that go back to a balance, each in its currency. */
export const Returned = z.array(z.object({ currency: Currency, amount: Amount })).max(2)

export const Payment = z.object({
  id: ifGiven(Id),
  system: Reference,
  currency: ifGiven(Currency),
  network: ifGiven(Text),
  wallet: ifGiven(z.string().max(256), 'address'),
  amount: Amount,
  fee: ifGiven(Amount),
  net: ifGiven(Amount),
  fromUsdt: Amount.nullable(),
  rate: Amount.nullable(),
  transactionHash: alsoNamed(z.string().max(256).nullable(), 'hash', 'txHash'),
  status: word(...paymentStatuses),
  reason: Text.nullable(),
  createdAt: ifGiven(Time, 'creationDate', 'requestCreationDate'),
  expectedBy: ifGiven(Time),
  withdrawnAt: alsoNamed(Time.nullable(), 'withdrawalDate', 'completedAt'),
  /** Before which time its money does not leave, and why. It may have passed. Null: nothing rests. */
  rest: z.object({ until: Time, reason: word('wallet', ...restReasons) }).nullable(),
  /** The amounts returned by a rejection. Absent if the upstream does not provide them, or nothing was returned. */
  returned: Returned.optional(),
})
export type Payment = Understood<typeof Payment>

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
    output: z.object({ deposit: ifGiven(Deposit), balance: ifGiven(Balance) }),
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
    output: z.object({ deposit: ifGiven(Deposit), balance: ifGiven(Balance) }),
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
    output: ifGiven(Refill),
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
      /** Of an account without a second factor; after it a code is sent, unless the caller has stepped up. */
      currentPassword: CurrentPassword,
    }),
    credentials: ['currentPassword'],
    output: z.object({ payment: ifGiven(Payment), balance: ifGiven(Balance) }),
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
      'wallet_not_listed',
      'wallet_resting',
      'withdrawals_stopped',
      'withdrawals_resting',
      'withdrawals_frozen',
      ...passwordErrors,
      ...stepUpErrors,
    ],
  }),
}
