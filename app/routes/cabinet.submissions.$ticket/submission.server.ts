import { type Reconciliation } from '~/money-forms/reconcile.server'
import { type FlashKey } from '~/session/flash.server'
import { paths } from '~/paths'
import { type FormName, type SubmittedValues, type SubmissionTicket } from '~/money-forms/types'
import { type FailureFallback } from '~/upstream/failure-texts.server'
import { panel } from '~/upstream/panel.server'
import { type Upstream } from '~/upstream/types'

/** What the investor is told: one of these, each with its own words. */
export type SubmissionStatus =
  'running' | 'refused' | 'otherwise' | 'open' | 'unreachable' | 'several' | 'absent'

/** A request may be held up on its way; after this it is most likely lost, and a new one may be confirmed. */
const timeoutMs = 10 * 60_000

/** @param ageMs since the request was sent */
export function submissionStatusOf(
  settled: Exclude<Reconciliation, { state: 'done' }>,
  ageMs: number,
): SubmissionStatus {
  if (settled.state !== 'open') return settled.state
  switch (settled.because) {
    case 'unreachable':
      return 'unreachable'
    case 'several_entries':
      return 'several'
    case 'never_seen':
    case 'no_entry':
      return ageMs > timeoutMs ? 'absent' : 'open'
  }
}

interface FormPages {
  /** The page of what the form made, and what is said there. */
  entry: (id: string) => string
  flash: FlashKey
  /** Where its entries are listed. */
  list: string
  /** The form, to be filled in anew. */
  again: (values: SubmittedValues) => string
  fallback: FailureFallback
}

/** Where each form that moves money leads. */
export const pages: Record<FormName, FormPages> = {
  'refills.create': {
    entry: paths.topUp,
    flash: 'requestSent',
    list: paths.topUps(),
    again: () => paths.topUps(),
    fallback: 'any',
  },
  'deposits.create': {
    entry: paths.deposit,
    flash: 'depositCreated',
    list: paths.deposits(),
    again: ({ planId, currency }) => paths.newDeposit({ planId, currency }),
    fallback: 'opening',
  },
  'deposits.close': {
    entry: paths.deposit,
    flash: 'depositClosed',
    list: paths.deposits(),
    again: ({ id = '' }) => paths.closeDeposit(id),
    fallback: 'closing',
  },
  'payments.create': {
    entry: paths.withdrawal,
    flash: 'requestSent',
    list: paths.withdrawals(),
    again: ({ system }) => paths.newWithdrawal({ system }),
    fallback: 'any',
  },
  'paymentCancel.cancel': {
    entry: paths.withdrawal,
    flash: 'paymentCancelled',
    list: paths.withdrawals(),
    again: ({ id = '' }) => paths.cancelWithdrawal(id),
    fallback: 'any',
  },
  'user.exchange': {
    entry: (id) => paths.exchange({ done: id }),
    flash: 'exchanged',
    list: paths.operations({ type: 'exchange_out' }),
    again: ({ from, to }) => paths.exchange({ from, to }),
    fallback: 'any',
  },
  'user.subscription': {
    entry: paths.subscription,
    flash: 'subscriptionActivated',
    list: paths.operations({ type: 'subscription' }),
    again: () => paths.subscription(),
    fallback: 'subscription',
  },
  // The operator's own page of the pair finds out by itself; nothing of an operator's leads here.
  'operator.takeBackRewards': {
    entry: paths.operatorLink,
    flash: 'paymentDecided',
    list: paths.operatorLinks(),
    again: ({ id = '', partnerId = '' }) => paths.operatorLink(`${id}~${partnerId}`),
    fallback: 'any',
  },
}

/** What was sent, as the page shows it. */
export interface RequestedValues {
  form: FormName
  amount: string | null
  /** Null where it can't be told just now. */
  currency: string | null
  wallet: string | null
  sentAt: string
  /** By which support finds it. */
  key: string
}

export async function whatWasAsked(upstream: Upstream, ticket: SubmissionTicket): Promise<RequestedValues> {
  const { form, key, values, sentAt } = ticket
  return {
    form,
    key,
    sentAt,
    amount: values.amount ?? null,
    currency: values.currency ?? values.from ?? (await currencyOf(upstream, values.system)),
    wallet: values.wallet ?? null,
  }
}

async function currencyOf(upstream: Upstream, system: string | undefined): Promise<string | null> {
  if (system === undefined) return null
  const systems = await panel(upstream.settings.paymentSystems())
  return systems?.items.find(({ id }) => id === system)?.currency ?? null
}
