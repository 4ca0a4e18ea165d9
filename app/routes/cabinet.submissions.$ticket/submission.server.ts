import { type Reconciliation } from '~/money-forms/reconcile.server'
import { type FormName, type SubmissionTicket } from '~/money-forms/types'
import { panel } from '~/upstream/panel.server'
import { type Upstream } from '~/upstream/types'

/** The statuses that the investor sees, each with its own text. */
export type SubmissionStatus =
  'running' | 'refused' | 'otherwise' | 'open' | 'unreachable' | 'several' | 'undated' | 'absent'

/** A request may be delayed; after this it is most likely lost, and a new one may be confirmed. */
const timeoutMs = 10 * 60_000

/** @param ageMs since the request was sent */
export function submissionStatusOf(
  reconciliation: Exclude<Reconciliation, { state: 'done' }>,
  ageMs: number,
): SubmissionStatus {
  if (reconciliation.state !== 'open') return reconciliation.state
  switch (reconciliation.because) {
    case 'unreachable':
      return 'unreachable'
    case 'several_entries':
      return 'several'
    case 'undated_entry':
      return 'undated'
    case 'never_seen':
    case 'no_entry':
      return ageMs > timeoutMs ? 'absent' : 'open'
  }
}

/** What was sent, as the page shows it. */
export interface RequestedValues {
  form: FormName
  amount: string | null
  /** Null if it could not be read. */
  currency: string | null
  wallet: string | null
  sentAt: string
  /** By which support finds it. */
  key: string
}

export async function requestedValues(
  upstream: Upstream,
  ticket: SubmissionTicket,
): Promise<RequestedValues> {
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
