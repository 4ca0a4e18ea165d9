import { moneyForms } from '~/money-forms/definitions/money-forms.server'
import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useI18n } from '~/locale/context'
import { type PageHandle } from '~/framework/page'
import { requireInvestor } from '~/session/guards.server'
import { pageOf } from '~/money-forms/outcome.server'
import { entryOfKey, reconcileWithin } from '~/money-forms/reconcile.server'
import { ButtonLink } from '~/ui/button/button'
import { Cluster, Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { panel } from '~/upstream/panel.server'
import { extensionsOf } from '~/upstream/settings.server'
import { problemText } from '~/upstream/failure-texts.server'
import { AskAgain, RequestFacts, WhatIsKnown } from './status'
import {
  type SubmissionStatus,
  requestedValues,
  submissionStatusOf,
  unreadableStatus,
} from './submission.server'

export const handle: PageHandle = { title: 'cabinet:submissions.page', amounts: 'shown' }

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  const ticket = await context.idempotencyKeys.openTicket(params.ticket ?? '')
  if (!ticket) throw new Response(null, { status: 404 })

  const form = moneyForms[ticket.form]
  if (!('values' in ticket)) {
    const entry = await entryOfKey(context, form, ticket.key)
    return entry ? redirect(pageOf(form.pages, entry), 303) : unreadableStatus(ticket, form.pages)
  }
  const [reconciliation, request] = await Promise.all([
    reconcileWithin(context, form, ticket),
    requestedValues(upstream, ticket),
  ])
  const { flash, fallback, pages } = form
  if (reconciliation.state === 'done') {
    context.flash.set(flash)
    return redirect(pageOf(pages, reconciliation), 303)
  }
  const ageMs = context.idempotencyKeys.now() - (ticket.firstCheckedAt ?? ticket.startedAt)
  const status = submissionStatusOf(reconciliation, ageMs)
  if (!isOpenStatus(status)) await context.idempotencyKeys.closeSubmission(ticket.key)
  const isKept = (await panel(extensionsOf(upstream)))?.has('outcomes') ?? true
  return {
    status,
    note: isKept || status === 'refused' ? null : context.i18n.t('refusals:noRecord'),
    refusal:
      reconciliation.state === 'refused' ? problemText(reconciliation.failure, context.i18n, fallback) : null,
    request,
    made: reconciliation.state === 'otherwise' ? pageOf(pages, reconciliation) : null,
    list: pages.list,
    again: pages.again(ticket.values),
  }
}

export default function Submission() {
  const { status, refusal, note, request, made, list, again } = useLoaderData<typeof loader>()
  const { t } = useI18n()
  const isOpen = isOpenStatus(status)
  const mayStartAnew = !isOpen && again !== null && status !== 'several' && status !== 'undated'
  return (
    <Stack gap={6} width="reading">
      <PageHeader title={t(titles[status])} />
      <WhatIsKnown status={status} request={request} refusal={refusal} note={note} />
      <RequestFacts request={request} />
      {isOpen && <AskAgain />}
      <Cluster>
        {made && <ButtonLink href={made}>{t('cabinet:submissions.toMade')}</ButtonLink>}
        <ButtonLink href={list}>{t('cabinet:submissions.toList')}</ButtonLink>
        {mayStartAnew && <ButtonLink href={again}>{t('cabinet:submissions.again')}</ButtonLink>}
      </Cluster>
    </Stack>
  )
}

/** Whether the page can still find out the outcome by checking again. */
function isOpenStatus(status: SubmissionStatus): boolean {
  return status === 'running' || status === 'open' || status === 'unreachable'
}

const titles = {
  running: 'errors:code.in_progress',
  open: 'cabinet:submissions.open',
  unreachable: 'cabinet:submissions.open',
  several: 'cabinet:submissions.open',
  undated: 'cabinet:submissions.open',
  sealed: 'cabinet:submissions.sealed',
  absent: 'cabinet:submissions.absent',
  refused: 'cabinet:submissions.refused',
  otherwise: 'errors:code.idempotency_mismatch',
} as const
