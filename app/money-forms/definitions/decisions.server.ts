import { type Call, type CallAnswer, type CallInput } from '~/contract/call'
import { queues } from '~/contract/extensions/operator/queues'
import { operatorPaths } from '~/operator-paths'
import { type Upstream } from '~/upstream/types'
import { type SubmittedValues } from '../types'
import { defineMoneyForm } from './define-money-form.server'

/**
 * An operator's decision on a case of a queue. A case is decided once, so a case in the state that was decided on is this
 * decision's.
 */

interface DecidedCase {
  id: string | null
  status: string
  /** It waits for a second operator, and nothing is decided yet. */
  proposal?: object | null
}

type DecisionForm =
  | 'operator.decidePayment'
  | 'operator.decideRefill'
  | 'operator.decideTransfer'
  | 'operator.decideVerification'
  | 'operator.decideInquiry'
  | 'operator.decideApplication'

interface DecisionOptions<C extends Call, Decided extends DecidedCase> {
  name: DecisionForm
  call: C
  send: (upstream: Upstream, sent: CallInput<C>, options: { key: string }) => Promise<CallAnswer<C>>
  caseIn: (answer: CallAnswer<C>) => Decided
  read: (upstream: Upstream, id: string) => Promise<Decided>
  /** Whether the case is as this decision leaves it. */
  isDecided: (one: Decided, values: SubmittedValues) => boolean
  pages: { one: (id: string) => string; list: string }
}

function defineDecision<C extends Call, Decided extends DecidedCase>({
  pages: { one, list },
  ...options
}: DecisionOptions<C, Decided>) {
  const { name, call, send, caseIn, read, isDecided } = options
  return defineMoneyForm({
    ...{ name, call, send, entryIn: caseIn },
    idOf: ({ id }) => id,
    list: async (upstream, { id = '' }) => ({ items: [await read(upstream, id)] }),
    differs: ({ id }, values) => id !== values.id,
    // To turn something down needs no second operator, so an open proposal is none of a rejection's.
    isMade: (one, values) =>
      isDecided(one, values) || (Boolean(one.proposal) && values['decision'] !== 'reject'),
    // A case lists no time of its decision; the state that it is in says which decision was made.
    madeAt: () => null,
    flash: 'caseDecided',
    flashOf: (answer) => (caseIn(answer).proposal ? 'changeProposed' : 'caseDecided'),
    pages: { entry: one, list, again: ({ id = '' }) => one(id) },
  })
}

export const paymentDecision = defineDecision({
  name: 'operator.decidePayment',
  call: queues.decidePayment,
  send: (upstream, sent: CallInput<typeof queues.decidePayment>, options) =>
    upstream.operator.decidePayment(sent, options),
  caseIn: ({ payment }) => payment,
  read: async (upstream, id) => (await upstream.operator.payment({ id })).payment,
  isDecided: ({ status, approvedAt = null, transactionHash }, { decision, ...values }) =>
    (decision === 'approve' && approvedAt !== null) ||
    (decision === 'review' && status === 'under_review') ||
    (decision === 'reject' && status === 'rejected') ||
    (decision === 'complete' && status === 'completed' && transactionHash === values.transactionHash),
  pages: { one: operatorPaths.withdrawal, list: operatorPaths.withdrawals() },
})

export const refillDecision = defineDecision({
  name: 'operator.decideRefill',
  call: queues.decideRefill,
  send: (upstream, sent, options) => upstream.operator.decideRefill(sent, options),
  caseIn: ({ refill }) => refill,
  read: async (upstream, id) => (await upstream.operator.refill({ id })).refill,
  isDecided: ({ status }, { decision }) => status === (decision === 'approve' ? 'topped_up' : 'rejected'),
  pages: { one: operatorPaths.topUp, list: operatorPaths.topUps() },
})

/** A transfer is credited to one top-up, or closed: one that was credited to another is none of this decision's. */
export const transferDecision = defineDecision({
  name: 'operator.decideTransfer',
  call: queues.decideTransfer,
  send: (upstream, sent: CallInput<typeof queues.decideTransfer>, options) =>
    upstream.operator.decideTransfer(sent, options),
  caseIn: ({ transfer }) => transfer,
  read: async (upstream, id) => (await upstream.operator.transfer({ id })).transfer,
  isDecided: ({ status, refill }, { decision, ...values }) =>
    decision === 'approve' ? status === 'credited' && refill === values.refill : status === 'closed',
  pages: { one: operatorPaths.transfer, list: operatorPaths.transfers() },
})

export const verificationDecision = defineDecision({
  name: 'operator.decideVerification',
  call: queues.decideVerification,
  send: (upstream, sent, options) => upstream.operator.decideVerification(sent, options),
  caseIn: ({ verification }) => verification,
  read: async (upstream, id) => (await upstream.operator.verification({ id })).verification,
  isDecided: ({ status }, { decision }) => status === (decision === 'approve' ? 'successful' : 'rejected'),
  pages: { one: operatorPaths.verification, list: operatorPaths.verifications() },
})

export const inquiryDecision = defineDecision({
  name: 'operator.decideInquiry',
  call: queues.decideInquiry,
  send: (upstream, sent, options) => upstream.operator.decideInquiry(sent, options),
  caseIn: ({ inquiry }) => inquiry,
  read: async (upstream, id) => (await upstream.operator.inquiry({ id })).inquiry,
  isDecided: ({ status }) => status === 'done',
  pages: { one: operatorPaths.message, list: operatorPaths.messages() },
})

export const applicationDecision = defineDecision({
  name: 'operator.decideApplication',
  call: queues.decideApplication,
  send: (upstream, sent, options) => upstream.operator.decideApplication(sent, options),
  caseIn: ({ application }) => application,
  read: async (upstream, id) => (await upstream.operator.application({ id })).application,
  isDecided: ({ status }, { decision }) => status === (decision === 'complete' ? 'done' : 'declined'),
  pages: { one: operatorPaths.application, list: operatorPaths.applications() },
})
