import { type Reconciliation, maxCallMs } from '~/money-forms/reconcile.server'
import { type FormPages } from '~/money-forms/definitions/define-money-form.server'
import { type FormName, type SubmissionTicket, type UnreadableTicket } from '~/money-forms/types'
import { panel } from '~/upstream/panel.server'
import { type Upstream } from '~/upstream/types'

/** The statuses that the investor sees, each with its own text. */
export type SubmissionStatus =
  'running' | 'refused' | 'otherwise' | 'open' | 'unreachable' | 'several' | 'undated' | 'absent' | 'sealed'

/** A request may be delayed; after this it is most likely lost, and a new one may be confirmed. */
const timeoutMs = 10 * 60_000

/** @param ageMs since the request was sent, or since the upstream was first asked whether it was sent */
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
      return ageMs > maxCallMs ? 'absent' : 'open'
    case 'no_entry':
      return ageMs > timeoutMs ? 'absent' : 'open'
  }
}

/** The sent values, as the page shows them. */
export interface RequestedValues {
  form: FormName
  amount: string | null
  /** Null if it could not be read. */
  currency: string | null
  wallet: string | null
  /** Null where the address can no longer be read. */
  sentAt: string | null
  /** Whether that is the time of the form, which may not have been sent at all. */
  isOfForm: boolean
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
    isOfForm: ticket.firstCheckedAt !== undefined,
    amount: values.amount ?? null,
    currency: values.currency ?? values.from ?? (await currencyOf(upstream, values.system)),
    wallet: values.wallet ?? null,
  }
}

/** The page of a ticket whose secret was removed: its form and key, and where to look. */
export function unreadableStatus({ form, key }: UnreadableTicket, pages: FormPages) {
  const request: RequestedValues = {
    ...{ form, key, sentAt: null, isOfForm: false },
    ...{ amount: null, currency: null, wallet: null },
  }
  return {
    status: 'sealed' as const,
    refusal: null,
    note: null,
    request,
    made: null,
    list: pages.list,
    again: null,
  }
}

async function currencyOf(upstream: Upstream, system: string | undefined): Promise<string | null> {
  if (system === undefined) return null
  const systems = await panel(upstream.settings.paymentSystems())
  return systems?.items.find(({ id }) => id === system)?.currency ?? null
}
