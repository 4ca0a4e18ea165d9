import { isDeepStrictEqual } from 'node:util'
import { and, eq } from 'drizzle-orm'
import { type z } from 'zod'
import { type PlanDraft } from '~/contract/extensions/operator/content'
import { type CallInput, type CallOutput } from '~/contract/call'
import { type contract } from '~/contract'
import { type PaymentSystemDraft, type SubscriptionOptionDraft } from '~/contract/extensions/operator/terms'
import { type DraftedSetting, type Tariff, settingValues } from '~/contract/settings'
import { factorsOf } from '../auth/second-factors/factors'
import { type Db } from '../db/connect'
import { batchedPayments } from '../db/schema/batches'
import { incomingTransfers } from '../db/schema/incoming'
import { paymentSystems, plans, settings, subscriptionOptions } from '../db/schema/settings'
import { payments, refills } from '../db/schema/transfers'
import { users } from '../db/schema/users'
import { worthInUsdt } from '../domain/currencies'
import { type Decimal, isLess } from '../domain/decimal'
import { Refusal } from '../domain/refusal'
import { type FundsContext } from '../funds/context'
import { ratesAt } from '../funds/rates'
import { addressSupply } from '../funds/receiving-addresses'
import { inForce } from '../funds/rules'
import { runDueJobs } from '../jobs/due-jobs'
import { lockBatch, takeOutOfBatch } from './batches/batches'
import { refuseOthersAssignment } from './cases/assignments'
import { carryOut } from './cases/decide-case'
import { type Change, type ChangeCall } from './change'
import { type DecisionInput } from './decisions'
import {
  type CorrectionMade,
  type CorrectionRequest,
  correctInvestorBalance,
  freeBalance,
} from './corrections'
import { hasColleague } from './four-eyes'
import { openProposalsOf } from './open-proposals'
import { editPaymentSystem } from './payment-systems'
import { createPlan, editPlan } from './plans'
import { setRate } from './rates'
import { addAddresses } from './receiving-addresses'
import { editSetting } from './setting-edits'
import { createOption, editOption } from './subscription-options'
import { removeLostFactors, replaceContacts } from './users'

/** Every change that may need a second operator. A call that is not here is made by one. */

/** Whether an amount is worth more than the limit. Without a rate that can't be known, and it counts as more. */
async function isOver(
  tx: Db,
  now: Date,
  sum: { amount: Decimal; currency: string },
  limit: Decimal,
): Promise<boolean> {
  const rate = (await ratesAt(tx, now)).get(sum.currency)
  return rate === undefined || isLess(limit, worthInUsdt(sum.amount, rate))
}

const withdrawalDecision: Change<DecisionInput> = {
  call: 'operator.decidePayment',
  subject: ({ id }) => ({ kind: 'payment', id }),
  async needsSecond(tx, { now }, { id, decision }, { over }) {
    if (decision !== 'approve' && decision !== 'complete') return false
    const [payment] = await tx.select().from(payments).where(eq(payments.id, id))
    // What was approved is paid out by one.
    if (decision === 'complete' && payment?.approvedAt) return false
    return payment !== undefined && isOver(tx, now, payment, over.payment)
  },
  async read(tx, _operator, { id }) {
    const [found] = await tx
      .select({ payment: payments, login: users.login })
      .from(payments)
      .innerJoin(users, eq(users.id, payments.userId))
      .where(eq(payments.id, id))
    if (!found) return {}
    const { amount, fee, net, currency, network, wallet, status, transactionHash, reason } = found.payment
    // Whether somebody has begun to look at it changes nothing about the decision.
    const isOpen = status === 'pending' || status === 'under_review'
    const state = isOpen ? (found.payment.approvedAt ? 'approved' : 'pending') : status
    return {
      login: found.login,
      amount,
      fee,
      net,
      currency,
      network,
      wallet,
      status: state,
      transactionHash,
      reason,
    }
  },
  refuse: (tx, operator, { id }) => refuseOthersAssignment(tx, operator, { queue: 'payments', id }),
  make: (tx, operator, input, services) => carryOut(tx, services, operator, { queue: 'payments', ...input }),
}

const topUpDecision: Change<DecisionInput> = {
  call: 'operator.decideRefill',
  subject: ({ id }) => ({ kind: 'refill', id }),
  async needsSecond(tx, { now }, { id, decision, creditedAmount: amount }, { over }) {
    if (decision !== 'approve' || amount === undefined) return false
    const [refill] = await tx.select().from(refills).where(eq(refills.id, id))
    return refill !== undefined && isOver(tx, now, { amount, currency: refill.currency }, over.refill)
  },
  async read(tx, _operator, { id }) {
    const [found] = await tx
      .select({ refill: refills, login: users.login })
      .from(refills)
      .innerJoin(users, eq(users.id, refills.userId))
      .where(eq(refills.id, id))
    if (!found) return {}
    const { requestAmount, creditedAmount, currency, network, wallet, status, transactionHash, reason } =
      found.refill
    // A request that is past its time can be credited all the same.
    const state = status === 'timeout_expired' ? 'pending' : status
    return {
      ...{ login: found.login, requestAmount, creditedAmount, currency, network, wallet },
      ...{ status: state, transactionHash, reason },
    }
  },
  refuse: (tx, operator, { id }) => refuseOthersAssignment(tx, operator, { queue: 'refills', id }),
  make: (tx, operator, input, services) => carryOut(tx, services, operator, { queue: 'refills', ...input }),
}

/** A credit is the top-up's: it needs a second operator where that would need one. */
const transferDecision: Change<DecisionInput> = {
  call: 'operator.decideTransfer',
  subject: ({ id }) => ({ kind: 'transfer', id }),
  async needsSecond(tx, operator, { id, decision, refill }, rules) {
    if (decision !== 'approve' || refill === undefined) return false
    const [transfer] = await tx.select().from(incomingTransfers).where(eq(incomingTransfers.id, id))
    if (!transfer) return false
    const credit = { id: refill, decision, creditedAmount: transfer.amount }
    return topUpDecision.needsSecond!(tx, operator, credit, rules) // it has a limit
  },
  async read(tx, operator, { id, decision, refill = '' }) {
    const [transfer] = await tx.select().from(incomingTransfers).where(eq(incomingTransfers.id, id))
    const topUp = await topUpDecision.read(tx, operator, { id: refill, decision }, null)
    return { ...topUp, refill, arrived: transfer?.amount }
  },
  async refuse(tx, operator, { id, decision, refill }) {
    await refuseOthersAssignment(tx, operator, { queue: 'transfers', id })
    if (decision !== 'approve' || refill === undefined) return
    await refuseOthersAssignment(tx, operator, { queue: 'refills', id: refill })
    const about = { kind: 'refill', ids: [refill], now: operator.now }
    const open = (await openProposalsOf(tx, about)).get(refill)
    if (open) throw new Refusal('proposal_open', { params: { id: open.id } })
  },
  make: (tx, operator, input, services) => carryOut(tx, services, operator, { queue: 'transfers', ...input }),
}

type Draft = z.output<typeof PlanDraft>
type NewPlan = Draft & { tariff: z.output<typeof Tariff>; reason?: string }
type Edit<Content> = { id: string; version?: string; reason?: string } & Partial<Content>
type PlanEdit = Edit<Draft>
type PlanRow = typeof plans.$inferSelect

const planFacts = ({ id: _id, position: _position, ...terms }: PlanRow) => terms

const newPlan: Change<NewPlan, PlanRow> = {
  call: 'operator.createPlan',
  subject: () => ({ kind: 'plan', id: null }),
  read: (_tx, _operator, _input, made) => Promise.resolve(made ? planFacts(made) : {}),
  make: createPlan,
}

const planEdit: Change<PlanEdit, PlanRow> = {
  call: 'operator.editPlan',
  subject: ({ id }) => ({ kind: 'plan', id }),
  async read(tx, _operator, { id }) {
    const [plan] = await tx.select().from(plans).where(eq(plans.id, id))
    return plan ? planFacts(plan) : {}
  },
  make: editPlan,
}

interface SettingEdit {
  key: DraftedSetting
  value: unknown
  version?: string
  reason?: string
}

/** Settings by which money moves, or is held. The others are texts. */
const moneySettings: ReadonlySet<DraftedSetting> = new Set([
  'limits',
  'ranks',
  'referral',
  'rewards',
  'anomalies',
  'fourEyes',
])

/** In an emergency nobody waits for a second operator to stop withdrawals; to let them begin again somebody does. */
async function onlyStopsWithdrawals(tx: Db, value: unknown): Promise<boolean> {
  const [row] = await tx.select({ value: settings.value }).from(settings).where(eq(settings.key, 'limits'))
  const [before, after] = [row?.value, value].map((one) => settingValues.limits.safeParse(one).data)
  if (!before || !after?.payment.stopped) return false
  // A form writes every field, also those that were never set.
  const stopped = { ...before, payment: { ...before.payment, stopped: true } }
  return isDeepStrictEqual(inForce(stopped), inForce(after))
}

const settingEdit: Change<SettingEdit> = {
  call: 'operator.editSetting',
  subject: ({ key }) => ({ kind: 'setting', id: key }),
  // Texts are written by editors.
  roles: ({ key }) => (moneySettings.has(key) ? [] : ['editor']),
  async needsSecond(tx, operator, { key, value }) {
    // A company with one operator can't ask for a second one to switch the rule off.
    if (key === 'fourEyes') return hasColleague(tx, operator)
    if (key === 'limits' && (await onlyStopsWithdrawals(tx, value))) return false
    return moneySettings.has(key)
  },
  async read(tx, _operator, { key }) {
    const [row] = await tx.select({ value: settings.value }).from(settings).where(eq(settings.key, key))
    return { value: row?.value }
  },
  async prepare({ db, productClock, realClock, newId, demo }, { key }) {
    if (key !== 'ranks') return
    // What was due before the change is matched by the previous ranks.
    await runDueJobs(db, { now: productClock.now(), realNow: realClock.now(), newId, demo })
  },
  make: editSetting,
}

type PaymentSystemEdit = Edit<z.output<typeof PaymentSystemDraft>>
type Made<Name extends 'editPaymentSystem' | 'editSubscriptionOption'> = CallOutput<
  (typeof contract.operator)[Name]
>

const paymentSystemEdit: Change<PaymentSystemEdit, Made<'editPaymentSystem'>> = {
  call: 'operator.editPaymentSystem',
  subject: ({ id }) => ({ kind: 'payment_system', id }),
  async read(tx, _operator, { id }) {
    const [system] = await tx.select().from(paymentSystems).where(eq(paymentSystems.id, id))
    if (!system) return {}
    const { id: _id, position: _position, ...terms } = system
    return terms
  },
  make: editPaymentSystem,
}

type OptionDraft = z.output<typeof SubscriptionOptionDraft>

const newSubscriptionOption: Change<OptionDraft & { reason?: string }, Made<'editSubscriptionOption'>> = {
  call: 'operator.createSubscriptionOption',
  subject: () => ({ kind: 'subscription_option', id: null }),
  read: (tx, _operator, _input, made) => (made ? optionFacts(tx, made.id) : Promise.resolve({})),
  make: createOption,
}

const subscriptionOptionEdit: Change<Edit<OptionDraft>, Made<'editSubscriptionOption'>> = {
  call: 'operator.editSubscriptionOption',
  subject: ({ id }) => ({ kind: 'subscription_option', id }),
  read: (tx, _operator, { id }) => optionFacts(tx, id),
  make: editOption,
}

async function optionFacts(tx: Db, optionId: string): Promise<object> {
  const [option] = await tx.select().from(subscriptionOptions).where(eq(subscriptionOptions.id, optionId))
  if (!option) return {}
  const { id: _id, position: _position, ...terms } = option
  return terms
}

interface NewRate {
  coin: string
  rate: Decimal
  reason?: string
}

const newRate: Change<NewRate, { coin: string; rate: Decimal; updatedAt: string }> = {
  call: 'operator.setRate',
  subject: ({ coin }) => ({ kind: 'rate', id: coin }),
  async read(tx, { now }, { coin }) {
    return { coin, rate: (await ratesAt(tx, now)).get(coin) }
  },
  make: setRate,
}

interface NewAddresses {
  id: string
  addresses: string[]
  reason?: string
}

const newAddresses: Change<NewAddresses, number> = {
  call: 'operator.addAddresses',
  subject: ({ id }) => ({ kind: 'payment_system', id }),
  async read(tx, operator: FundsContext, { id, addresses }, made) {
    const [system] = await tx
      .select({ title: paymentSystems.title })
      .from(paymentSystems)
      .where(eq(paymentSystems.id, id))
    const free = made ?? (await addressSupply(tx, operator)).find(({ systemId }) => systemId === id)?.free
    return { title: system?.title, free, addresses: made === null ? [] : addresses }
  },
  moving: ['free'],
  make: addAddresses,
}

const balanceCorrection: Change<CorrectionRequest, CorrectionMade> = {
  call: 'operator.correctBalance',
  subject: ({ id }) => ({ kind: 'correction', id }),
  async read(tx, _operator, { id, currency, direction, amount }) {
    const [user] = await tx.select({ login: users.login }).from(users).where(eq(users.id, id))
    return { login: user?.login, direction, amount, currency, balance: await freeBalance(tx, id, currency) }
  },
  moving: ['balance'],
  make: correctInvestorBalance,
}

interface TakingOut {
  /** Of the batch. */
  id: string
  payment: string
  reason: string
}

/** Once somebody has the file, one who says that a withdrawal was not sent could have it paid twice. */
const takingOutOfBatch: Change<TakingOut> = {
  call: 'operator.takeOutOfBatch',
  subject: ({ payment }) => ({ kind: 'payment', id: payment }),
  async needsSecond(tx, _operator, { id }) {
    // Locked, so that nobody is given the file between this and the taking out.
    return (await lockBatch(tx, id)).status === 'downloaded'
  },
  async read(tx, _operator, { id, payment: paymentId }) {
    const [found] = await tx
      .select({ payment: payments, login: users.login, takenOutAt: batchedPayments.takenOutAt })
      .from(batchedPayments)
      .innerJoin(payments, eq(payments.id, batchedPayments.paymentId))
      .innerJoin(users, eq(users.id, payments.userId))
      .where(and(eq(batchedPayments.batchId, id), eq(batchedPayments.paymentId, paymentId)))
    if (!found) return {}
    const { net, currency, network, wallet, status } = found.payment
    const batch = found.takenOutAt === null ? id : null
    return { login: found.login, net, currency, network, wallet, status, batch }
  },
  make: takeOutOfBatch,
}

interface LostFactors {
  /** Of the account. */
  id: string
  reason: string
}

/** With the password, which others may know, it opens the account. */
const factorRemoval: Change<LostFactors> = {
  call: 'operator.removeFactors',
  subject: ({ id }) => ({ kind: 'factors', id }),
  read: (tx, _operator, { id }) => accountFacts(tx, id),
  moving: ['replacementEmail'],
  contacts: ['email', 'phone', 'replacementEmail'],
  make: (tx, operator, input, services) => removeLostFactors(tx, services, operator, input),
}

type LostContacts = CallInput<typeof contract.operator.replaceContacts>

/** It hands an account without a second factor over. To leave the contacts as they are takes one operator. */
const contactReplacement: Change<LostContacts> = {
  call: 'operator.replaceContacts',
  subject: ({ id }) => ({ kind: 'contacts', id }),
  needsSecond: (_tx, _operator, { decision }) => Promise.resolve(decision === 'plan'),
  read: (tx, _operator, { id }) => accountFacts(tx, id),
  moving: ['factorRemoval'],
  contacts: ['email', 'phone', 'replacementEmail'],
  make: (tx, operator, input, services) => replaceContacts(tx, services, operator, input),
}

/** What opens an account, and what is planned to do so. */
async function accountFacts(tx: Db, userId: string): Promise<object> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId))
  if (!user) return {}
  const { login, email, phone, replacementEmail, factorRemovalAt } = user
  const factors = (await factorsOf(tx, userId)).length
  return { login, email, phone, factors, factorRemoval: factorRemovalAt !== null, replacementEmail }
}

export const changes = {
  withdrawalDecision,
  topUpDecision,
  transferDecision,
  newPlan,
  planEdit,
  settingEdit,
  paymentSystemEdit,
  newSubscriptionOption,
  subscriptionOptionEdit,
  newRate,
  newAddresses,
  balanceCorrection,
  takingOutOfBatch,
  factorRemoval,
  contactReplacement,
}

/** The change that a call makes; undefined if it is made by one operator. */
export const changeOf = (call: string): Change<unknown> | undefined => byCall.get(call)

/** A proposal's input was stored by the change of its own call. */
const byCall = new Map<string, Change<unknown>>(
  (Object.values(changes) as unknown as Change<unknown>[]).map((change) => [
    change.call satisfies ChangeCall,
    change,
  ]),
)
