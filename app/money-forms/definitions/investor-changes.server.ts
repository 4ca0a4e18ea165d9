import { type CallAnswer, type CallInput } from '~/contract/call'
import { investors } from '~/contract/extensions/operator/investors'
import { queues } from '~/contract/extensions/operator/queues'
import { operatorPaths } from '~/operator-paths'
import { type Upstream } from '~/upstream/types'
import { type SubmittedValues } from '../types'
import { amountFields, defineMoneyForm, isSameAmount } from './define-money-form.server'

/** What an operator changes of an investor's account. */

const pages = {
  entry: operatorPaths.investor,
  list: operatorPaths.investors(),
  again: ({ id = '' }: SubmittedValues) => operatorPaths.investor(id),
}
type OperatorUser = CallAnswer<typeof queues.decideUser>['user']

/** A change of an account: whoever has the account has it changed or not. */
const ofAccount = {
  entryIn: ({ user }: { user: OperatorUser }) => user,
  idOf: ({ id }: SubmittedValues) => id,
  list: async (upstream: Upstream, { id = '' }: SubmittedValues) => ({
    items: [(await upstream.operator.investor({ id })).user],
  }),
  differs: ({ id }: OperatorUser, values: SubmittedValues) => id !== values.id,
  madeAt: (): string | null => null,
  pages,
}

/** Suspends, with a reason that the investor reads, or restores. */
export const decideUser = defineMoneyForm({
  name: 'operator.decideUser',
  call: queues.decideUser,
  send: (upstream, sent: CallInput<typeof queues.decideUser>, options) =>
    upstream.operator.decideUser(sent, options),
  ...ofAccount,
  differs: ({ id, suspended }, { id: sentId, decision, reason }) =>
    id !== sentId || (decision === 'suspend' && suspended !== null && suspended.reason !== reason),
  isMade: ({ suspended }, { decision }) => (suspended !== null) === (decision === 'suspend'),
  madeAt: ({ suspended }) => suspended?.since ?? null,
  flash: 'accountSuspended',
  flashOf: ({ user }) => (user.suspended ? 'accountSuspended' : 'accountRestored'),
})

/** Lets an account withdraw again that its owner had frozen. */
export const unfreezeUser = defineMoneyForm({
  name: 'operator.unfreezeUser',
  call: queues.unfreezeUser,
  send: (upstream, sent: CallInput<typeof queues.unfreezeUser>, options) =>
    upstream.operator.unfreezeUser(sent, options),
  ...ofAccount,
  isMade: ({ frozenSince = null }) => frozenSince === null,
  flash: 'withdrawalsOpened',
})

/** Plans the removal of the second factors of an owner who has lost them. */
export const removeFactors = defineMoneyForm({
  name: 'operator.removeFactors',
  call: queues.removeFactors,
  send: (upstream, sent: CallInput<typeof queues.removeFactors>, options) =>
    upstream.operator.removeFactors(sent, options),
  ...ofAccount,
  isMade: ({ factorRemovalAt = null }) => factorRemovalAt !== null,
  flash: 'factorRemovalPlanned',
  flashOf: ({ proposal }) => (proposal ? 'changeProposed' : 'factorRemovalPlanned'),
})

/** Plans that a new e-mail replaces the contacts of an owner who has lost them, or cancels it. */
export const replaceContacts = defineMoneyForm({
  name: 'operator.replaceContacts',
  call: investors.replaceContacts,
  send: (upstream, sent: CallInput<typeof investors.replaceContacts>, options) =>
    upstream.operator.replaceContacts(sent, options),
  ...ofAccount,
  differs: ({ id, contactReplacement }, { id: sentId, decision, email }) =>
    id !== sentId ||
    (decision === 'plan' &&
      Boolean(contactReplacement) &&
      contactReplacement?.email.toLowerCase() !== email?.toLowerCase()),
  isMade: ({ contactReplacement = null }, { decision }) =>
    (contactReplacement !== null) === (decision === 'plan'),
  fieldOf: { email_taken: 'email' },
  flash: 'contactReplacementPlanned',
  flashOf({ user, proposal }) {
    if (proposal) return 'changeProposed'
    return user.contactReplacement ? 'contactReplacementPlanned' : 'contactReplacementCancelled'
  },
})

/** Ends every session of an investor. An account does not tell when that was done. */
export const endSessions = defineMoneyForm({
  name: 'operator.endSessions',
  call: investors.endSessions,
  send: (upstream, sent: CallInput<typeof investors.endSessions>, options) =>
    upstream.operator.endSessions(sent, options),
  ...ofAccount,
  isMade: () => false,
  flash: 'sessionsEnded',
})

interface CorrectionEntry {
  /** Of the investor, whose page shows the correction. */
  id: string
  /** Null while it waits for a second operator. */
  correction: {
    id: string | null
    direction: 'credit' | 'debit' | 'unknown'
    currency: string | null
    amount: string
    reason?: string | null
    createdAt: string | null
  } | null
}

const directions = { in: 'credit', out: 'debit', unknown: 'unknown' } as const

/** Corrects a free balance. */
export const correctBalance = defineMoneyForm({
  name: 'operator.correctBalance',
  call: investors.correctBalance,
  send: (upstream, sent: CallInput<typeof investors.correctBalance>, options) =>
    upstream.operator.correctBalance(sent, options),
  ...ofAccount,
  entryIn: ({ owner: { id }, correction }): CorrectionEntry => ({ id, correction }),
  async list(upstream, { id = '' }) {
    const { operations } = await upstream.operator.investor({ id })
    const corrections = operations.items.filter(({ type }) => type === 'correction')
    return {
      items: corrections.map(({ direction, ...operation }): CorrectionEntry => ({
        id,
        correction: { ...operation, direction: directions[direction ?? 'unknown'] },
      })),
    }
  },
  differs: ({ id, correction }, values) =>
    id !== values.id ||
    (correction !== null &&
      ((correction.direction !== 'unknown' && correction.direction !== values.direction) ||
        correction.currency !== values.currency ||
        !isSameAmount(correction.amount, values.amount) ||
        correction.reason !== values.reason)),
  madeAt: ({ correction }) => correction?.createdAt ?? null,
  nameOf: ({ correction }) => correction?.id ?? null,
  fieldOf: amountFields,
  flash: 'balanceCorrected',
  duplicate: 'refusals:duplicate.of.correction',
  flashOf: ({ proposal }) => (proposal ? 'changeProposed' : 'balanceCorrected'),
})
