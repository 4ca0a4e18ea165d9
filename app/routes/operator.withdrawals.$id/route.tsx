import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { WaitingProposal } from '~/approvals/waiting-proposal'
import { InBatch } from '~/batches/in-batch'
import { casesBeside } from '~/cases/beside.server'
import { CasePage } from '~/cases/case-page'
import { CaseDecision, HashField, answerOf } from '~/cases/decision-form'
import { DecisionReviewPage } from '~/cases/decision-review'
import { answerCase, usualReasons } from '~/cases/decision.server'
import { PlayTransfer } from '~/cases/play-transfer'
import { fillPlayed, playedHash, playsTransfers } from '~/cases/played-transfer.server'
import { invalid, parseForm } from '~/forms/parse.server'
import { notesPageIn } from '~/cases/notes-page.server'
import { caseTitle } from '~/cases/case-title'
import { type PageHandle, titleBy } from '~/framework/page'
import { StateTag } from '~/investments/state-tag'
import { useI18n } from '~/locale/context'
import { answerMoneyForm } from '~/money-forms/action.server'
import { clearingHold } from '~/money-forms/definitions/clearing-hold.server'
import { paymentDecision } from '~/money-forms/definitions/decisions.server'
import { operatorPaths } from '~/operator-paths'
import { requireOperator } from '~/session/guards.server'
import { operatorPermissions } from '~/session/operator-permissions.server'
import { extensionsOf, requireExtension } from '~/upstream/settings.server'
import { ClearHold } from './clear-hold'
import { ClearForm, PaymentDecision } from './decision.server'
import { PaymentFacts, figuresOf, movementOf, titleOfPayment } from './facts'

export const handle: PageHandle = {
  title: titleBy<Data>('operator:queue.payments', ({ found }, i18n) =>
    caseTitle(titleOfPayment(found, i18n), found.case, found.payment.createdAt, i18n),
  ),
  amounts: 'shown',
}

type Data = Awaited<ReturnType<typeof loader>>

export async function loader({ params: { id = '' }, context }: LoaderFunctionArgs) {
  const { upstream } = await requireOperator(context, 'payment')
  await requireExtension(upstream, 'operator')
  const [found, beside, extensions, { may }] = await Promise.all([
    upstream.operator.payment({ id, ...notesPageIn(context.url) }),
    casesBeside(context, 'payments'),
    extensionsOf(upstream),
    operatorPermissions(upstream),
  ])
  const { held, payment } = found
  const isHeld = held !== null && held.cleared === null && payment.status === 'under_review'
  const mayClear = isHeld && !payment.approvedAt && extensions.has('anomalies') && may('clearAnomaly')
  const language = found.case.investor?.language ?? 'ru'
  return {
    ...{ found, beside, language, reasons: usualReasons(language, 'payments') },
    submission: await context.idempotencyKeys.issue(paymentDecision.name, id),
    isPlayed: may('decidePayment') && (await playsTransfers(context)),
    clearing: mayClear ? await context.idempotencyKeys.issue(clearingHold.name, id) : null,
  }
}

export async function action({ params: { id = '' }, context }: ActionFunctionArgs) {
  const { upstream } = await requireOperator(context, 'payment')
  if (context.form?.get('intent') === 'clear') {
    await requireOperator(context, 'clearAnomaly')
    const form = await parseForm(context, ClearForm)
    if (!form.ok)
      return invalid(form, { submission: await context.idempotencyKeys.issue(clearingHold.name, id) })
    const sent = { id, decision: 'clear' as const, ...form.value }
    return answerMoneyForm(context, clearingHold, form, { values: sent, subject: id })
  }
  await fillPlayed(context, async () => {
    const { wallet } = (await upstream.operator.payment({ id })).payment
    return { decision: 'complete', transactionHash: playedHash({ id, wallet }) }
  })
  await fillPlayed(context, () => ({ decision: 'reject', usual: 'refused' }), { intent: 'play-refused' })
  return answerCase(context, { queue: 'payments', id }, paymentDecision, PaymentDecision)
}

/** A withdrawal with all that its decision needs. */
export default function OperatorWithdrawal() {
  const { found, beside, reasons, language, submission, clearing, isPlayed } = useLoaderData<typeof loader>()
  const posted = useActionData<typeof action>()
  const { t, amount } = useI18n()
  const isClearing = posted?.lastResult?.initialValue?.['intent'] === 'clear'
  const reply = isClearing ? undefined : posted
  const { payment } = found
  const id = payment.id ?? ''
  const title = titleOfPayment(found, { t, amount })
  if (reply && 'review' in reply)
    return (
      <DecisionReviewPage
        {...{ queue: 'payments', page: reply, title, submission, case: found.case }}
        action={operatorPaths.withdrawal(id)}
        facts={figuresOf(found, { t, amount }, reply.typed['decision'])}
        movement={movementOf(found, reply.typed['decision'], { t })}
      />
    )
  const isDecidable = payment.status === 'pending' || payment.status === 'under_review'
  const decisions = ['approve', 'review', 'complete', 'reject'].filter(
    (one) =>
      !(one === 'approve' && payment.approvedAt) && !(one === 'review' && payment.status !== 'pending'),
  )
  return (
    <CasePage
      {...{ queue: 'payments', id, title, beside, case: found.case }}
      tag={<StateTag entry="payment" state={payment.status} />}
      workResult={answerOf(reply).workResult}
    >
      <WaitingProposal proposal={payment.proposal} />
      <InBatch batch={payment.batch} isOpen={isDecidable} />
      <PaymentFacts found={found} />
      {(clearing !== null || isClearing) && (
        <ClearHold
          lastResult={isClearing ? posted.lastResult : null}
          submission={(isClearing ? posted.submission : null) ?? clearing ?? undefined}
        />
      )}
      {!(isDecidable && payment.batch) && (
        <CaseDecision
          {...{ queue: 'payments', decisions, reasons, language, reply, submission }}
          isOpen={isDecidable}
        >
          <HashField of="complete" />
        </CaseDecision>
      )}
      {isPlayed && isDecidable && !payment.batch && (
        <PlayTransfer of="payments" submission={reply?.submission ?? submission} />
      )}
    </CasePage>
  )
}
