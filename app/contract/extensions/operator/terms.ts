import { z } from 'zod'
import { call } from '../../call'
import { SetAmount, Tariff } from '../../settings'
import { type Understood } from '../../reading'
import { Amount, Currency, Id, Link, Percent, Text } from '../../values'
import { proposed } from './approvals'
import { aboveZero, access, extension, reason, texts, version, writtenTexts } from './call'

/** The terms that investors invest on, as the operator reads and changes them: plans, payment systems, subscriptions. */

const OperatorPlan = z.object({
  id: Id,
  tariff: Tariff,
  title: texts,
  dailyPercent: Percent,
  /** Bounds in USDT. */
  min: Amount,
  max: Amount.nullable(),
  termDays: z.number().int(),
  extension: z.object({ days: z.number().int(), multiplier: Amount }),
  available: z.boolean(),
  /** Deposits on it that are not closed: they keep the terms that they were opened on. */
  openDeposits: z.number().int().min(0),
  version,
})
export type OperatorPlan = Understood<typeof OperatorPlan>

const requirements = z.array(z.enum(['refill', 'deposit', 'verification'])).max(3)

const OperatorPaymentSystem = z.object({
  id: Id,
  title: Text,
  currency: Currency,
  network: Text,
  explorer: Link.nullable(),
  /** Minimums are in USD; maximums and the fee are in the system's currency. */
  refill: z.object({
    enabled: z.boolean(),
    minUsd: Amount,
    max: Amount.nullable(),
    timeoutMinutes: z.number().int(),
  }),
  payment: z.object({
    enabled: z.boolean(),
    minUsd: Amount,
    max: Amount.nullable(),
    fee: Amount,
    hours: z.number().int(),
    requires: requirements,
  }),
  /** Receiving addresses that are left for investors without one. */
  freeAddresses: z.number().int().min(0),
  version,
})
export type OperatorPaymentSystem = Understood<typeof OperatorPaymentSystem>

/** The least top-up is one for all systems: a part of the setting `limits`. */
export const PaymentSystemDraft = z.object({
  title: z.string().trim().min(1).max(64),
  explorer: Link.nullable(),
  refill: z.object({
    enabled: z.boolean(),
    max: SetAmount.regex(aboveZero).nullable(),
    timeoutMinutes: z.number().int().min(5).max(10_080),
  }),
  payment: z.object({
    enabled: z.boolean(),
    minUsd: SetAmount.regex(aboveZero),
    max: SetAmount.regex(aboveZero).nullable(),
    fee: SetAmount,
    hours: z.number().int().min(1).max(720),
    requires: requirements,
  }),
})

const OperatorSubscriptionOption = z.object({
  id: Id,
  title: texts,
  days: z.number().int(),
  /** In USDT. */
  price: Amount,
  benefits: z.array(texts),
  freePayments: z.boolean(),
  available: z.boolean(),
  version,
})
export type OperatorSubscriptionOption = Understood<typeof OperatorSubscriptionOption>

export const SubscriptionOptionDraft = z.object({
  title: writtenTexts,
  days: z.number().int().min(1).max(3650),
  price: SetAmount.regex(aboveZero),
  benefits: z.array(writtenTexts).max(10),
  /** No withdrawal fee while it is active. */
  freePayments: z.boolean(),
  available: z.boolean(),
})

const ofId = z.object({ id: Id })

export const operatorTerms = {
  plans: call({
    method: 'GET',
    path: '/ext/operator/plans',
    access,
    roles: [],
    extension,
    summary: 'All plans in both languages, with the number of open deposits on each',
    output: z.object({ items: z.array(OperatorPlan) }),
  }),
  paymentSystems: call({
    method: 'GET',
    path: '/ext/operator/payment-systems',
    access,
    roles: [],
    extension,
    summary: 'All payment systems as they are set, with their free receiving addresses',
    output: z.object({ items: z.array(OperatorPaymentSystem) }),
  }),
  editPaymentSystem: call({
    method: 'PATCH',
    path: '/ext/operator/payment-systems/{id}',
    access,
    roles: [],
    extension,
    summary: 'Changes bounds, fee and requirements of a payment system for what is requested from now on',
    params: ofId,
    body: PaymentSystemDraft.partial().extend({ version: version.optional(), reason }),
    output: OperatorPaymentSystem.extend(proposed),
    errors: ['not_found', 'changed_meanwhile', 'proposal_open'],
  }),
  subscriptionOptions: call({
    method: 'GET',
    path: '/ext/operator/subscription-options',
    access,
    roles: [],
    extension,
    summary: 'All options of the subscription in both languages',
    output: z.object({ items: z.array(OperatorSubscriptionOption) }),
  }),
  createSubscriptionOption: call({
    method: 'POST',
    path: '/ext/operator/subscription-options',
    access,
    roles: [],
    extension,
    summary: 'Adds an option of the subscription behind the others',
    body: SubscriptionOptionDraft.extend({ reason }),
    output: z.object({ option: OperatorSubscriptionOption.nullable(), ...proposed }),
    status: 201,
    keyed: true,
  }),
  editSubscriptionOption: call({
    method: 'PATCH',
    path: '/ext/operator/subscription-options/{id}',
    access,
    roles: [],
    extension,
    summary: 'Changes an option of the subscription for those who buy it from now on',
    params: ofId,
    body: SubscriptionOptionDraft.partial().extend({ version: version.optional(), reason }),
    output: OperatorSubscriptionOption.extend(proposed),
    errors: ['not_found', 'changed_meanwhile', 'proposal_open'],
  }),
}
