import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { WaitingProposal } from '~/approvals/waiting-proposal'
import { InBatch } from '~/batches/in-batch'
import { CasePage } from '~/cases/case-page'
import { CaseDecision, HashField, answerOf } from '~/cases/decision-form'
import { DecisionReviewPage } from '~/cases/decision-review'
import { answerCase, usualReasons } from '~/cases/decision.server'
import { type PageHandle } from '~/framework/page'
import { StateTag } from '~/investments/state-tag'
import { useI18n } from '~/locale/context'
import { paymentDecision } from '~/money-forms/definitions/decisions.server'
import { operatorPaths } from '~/operator-paths'
import { requireOperator } from '~/session/guards.server'
import { requireExtension } from '~/upstream/settings.server'
import { PaymentDecision } from './decision.server'
import { PaymentFacts, factsOf } from './facts'

export const handle: PageHandle = { title: 'operator:queue.payments', amounts: 'shown' }

export async function loader({ params: { id = '' }, context }: LoaderFunctionArgs) {
  const { upstream } = await requireOperator(context, 'payment')
  await requireExtension(upstream, 'operator')
  const found = await upstream.operator.payment({ id })
  const language = found.case.investor?.language ?? 'ru'
  return {
    ...{ found, language, reasons: usualReasons(language, 'payments') },
    submission: await context.idempotencyKeys.issue(paymentDecision.name, id),
  }
}

export async function action({ params: { id = '' }, context }: ActionFunctionArgs) {
  await requireOperator(context, 'payment')
  return answerCase(context, { queue: 'payments', id }, paymentDecision, PaymentDecision)
}

/** A withdrawal with all that its decision needs. */
export default function OperatorWithdrawal() {
  const { found, reasons, language, submission } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const { t, amount } = useI18n()
  const { payment } = found
  const id = payment.id ?? ''
  const title = t('cases:case.title.payments', {
    amount: amount(payment.amount, payment.currency ?? '', { exact: true }),
  })
  if (reply && 'review' in reply)
    return (
      <DecisionReviewPage
        {...{ queue: 'payments', page: reply, title, submission }}
        action={operatorPaths.withdrawal(id)}
        facts={factsOf(found, { t, amount })}
      />
    )
  const isDecidable = payment.status === 'pending' || payment.status === 'under_review'
  const decisions = ['approve', 'review', 'complete', 'reject'].filter(
    (one) =>
      !(one === 'approve' && payment.approvedAt) && !(one === 'review' && payment.status !== 'pending'),
  )
  return (
    <CasePage
      {...{ queue: 'payments', id, title, case: found.case }}
      tag={<StateTag entry="payment" state={payment.status} />}
      workResult={answerOf(reply).workResult}
    >
      <WaitingProposal proposal={payment.proposal} />
      <InBatch batch={payment.batch} isOpen={isDecidable} />
      <PaymentFacts found={found} />
      {!(isDecidable && payment.batch) && (
        <CaseDecision
          {...{ queue: 'payments', decisions, reasons, language, reply, submission }}
          isOpen={isDecidable}
        >
          <HashField of="complete" />
        </CaseDecision>
      )}
    </CasePage>
  )
}
