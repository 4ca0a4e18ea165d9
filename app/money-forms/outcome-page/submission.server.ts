import { redirect } from '@remix-run/node'
import { type RequestContext } from '~/context'
import { type I18n } from '~/locale/create'
import { panel } from '~/upstream/panel.server'
import { extensionsOf } from '~/upstream/settings.server'
import { problemText } from '~/upstream/failure-texts.server'
import { type Upstream } from '~/upstream/types'
import { type FormPages } from '../definitions/define-money-form.server'
import { moneyForms } from '../definitions/money-forms.server'
import { formText } from '../form-text'
import { pageOf } from '../outcome.server'
import { type Reconciliation, entryOfKey, maxCallMs, reconcileWithin } from '../reconcile.server'
import { type SubmissionTicket, type UnreadableTicket } from '../types'
import { type SubmissionStatus, isKnownStatus } from './submission-status'

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

/** What the page shows. */
export interface SubmissionData {
  status: SubmissionStatus
  /** What is certain, and what limits it. The browser has no text for it. */
  sentences: string[]
  request: RequestedValues
  /** The page of what was made instead. */
  made: string | null
  list: string
  /** The address of an empty form. */
  again: string | null
}

/**
 * What is known by now of the form of a sealed address.
 * @throws Response a redirect to the entry once the form is known to have made one; 404 for an address that was not sealed here
 */
export async function loadSubmission(context: RequestContext, sealed: string): Promise<SubmissionData> {
  const { idempotencyKeys, i18n } = context
  const ticket = await idempotencyKeys.openTicket(sealed)
  if (!ticket) throw new Response(null, { status: 404 })

  const form = moneyForms[ticket.form]
  if (!('values' in ticket)) {
    const entry = await entryOfKey(context, form, ticket.key)
    if (entry) throw redirect(pageOf(form.pages, entry), 303)
    return unreadable(ticket, form.pages, i18n, await unrecorded(context))
  }
  const [reconciliation, request] = await Promise.all([
    reconcileWithin(context, form, ticket),
    requestedValues(context, ticket),
  ])
  const { flash, fallback, pages } = form
  if (reconciliation.state === 'done') {
    context.flash.set(reconciliation.flash ?? flash)
    throw redirect(pageOf(pages, reconciliation), 303)
  }
  const ageMs = idempotencyKeys.now() - (ticket.firstCheckedAt ?? ticket.startedAt)
  const status = submissionStatusOf(reconciliation, ageMs)
  if (isKnownStatus(status)) await idempotencyKeys.closeSubmission(ticket.key)
  const refusal =
    reconciliation.state === 'refused' ? problemText(reconciliation.failure, i18n, fallback) : null
  return {
    status,
    sentences: [
      ...sentencesOf(status, request, refusal, i18n),
      ...(status === 'refused' ? [] : await unrecorded(context)),
    ],
    request,
    made: reconciliation.state === 'otherwise' ? pageOf(pages, reconciliation) : null,
    list: pages.list,
    again: pages.again(ticket.values),
  }
}

/** What can't be promised where the upstream keeps no outcomes. */
async function unrecorded({ upstream, i18n }: RequestContext): Promise<string[]> {
  const isKept = (await panel(extensionsOf(upstream)))?.has('outcomes') ?? true
  return isKept ? [] : [i18n.t('refusals:noRecord')]
}

/** The sent values, as the page shows them. */
export interface RequestedValues {
  /** What was to be done; null for a form without a name. */
  what: string | null
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

async function requestedValues(
  { upstream, i18n }: RequestContext,
  ticket: SubmissionTicket,
): Promise<RequestedValues> {
  const { form, key, values, sentAt } = ticket
  return {
    what: formText(form, i18n),
    key,
    sentAt,
    isOfForm: ticket.firstCheckedAt !== undefined,
    amount: values.amount ?? null,
    currency: values.currency ?? values.from ?? (await currencyOf(upstream, values.system)),
    wallet: values.wallet ?? null,
  }
}

/** The page of a ticket whose secret was removed: its form and key, and where to look. */
function unreadable(
  { form, key }: UnreadableTicket,
  pages: FormPages,
  i18n: I18n,
  unrecorded: readonly string[],
): SubmissionData {
  const request: RequestedValues = {
    ...{ what: formText(form, i18n), key, sentAt: null, isOfForm: false },
    ...{ amount: null, currency: null, wallet: null },
  }
  return {
    status: 'sealed',
    sentences: [...sentencesOf('sealed', request, null, i18n), ...unrecorded],
    request,
    made: null,
    list: pages.list,
    again: null,
  }
}

/** What is certain of a request, in the reader's language. @param refusal why it was refused */
function sentencesOf(
  status: SubmissionStatus,
  { sentAt, isOfForm }: Pick<RequestedValues, 'sentAt' | 'isOfForm'>,
  refusal: string | null,
  { t, dateTime }: I18n,
): string[] {
  const time = sentAt === null ? '' : dateTime(sentAt)
  const open = t(isOfForm ? 'refusals:submission.openFormText' : 'refusals:submission.openText', { time })
  switch (status) {
    case 'running':
      return [t('refusals:submission.runningText')]
    case 'open':
      return [open]
    case 'unreachable':
      return [open, t('refusals:submission.unreachable')]
    case 'several':
      return [open, t('refusals:submission.several')]
    case 'undated':
      return [open, t('refusals:submission.undated')]
    case 'absent':
      return [t(isOfForm ? 'refusals:submission.absentFormText' : 'refusals:submission.absentText', { time })]
    case 'sealed':
      return [t('refusals:submission.sealedText')]
    case 'refused':
      return [...(refusal === null ? [] : [refusal]), t('refusals:submission.refusedText')]
    case 'otherwise':
      return [t('refusals:submission.otherwiseText')]
  }
}

async function currencyOf(upstream: Upstream, system: string | undefined): Promise<string | null> {
  if (system === undefined) return null
  const systems = await panel(upstream.settings.paymentSystems())
  return systems?.items.find(({ id }) => id === system)?.currency ?? null
}
