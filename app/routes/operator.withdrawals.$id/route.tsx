import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { WaitingProposal } from '~/approvals/waiting-proposal'
import { CasePage } from '~/cases/case-page'
import { DecisionForm, HashField } from '~/cases/decision-form'
import { DecisionReviewPage } from '~/cases/decision-review'
import { nextCasePath, reviewDecision, typedDecision, usualReasons } from '~/cases/decision.server'
import { answerCaseWork } from '~/cases/work.server'
import { parseForm, invalid } from '~/forms/parse.server'
import { type PageHandle } from '~/framework/page'
import { StateTag } from '~/investments/state-tag'
import { useI18n } from '~/locale/context'
import { answerReviewedForm, toChange, wantsChange } from '~/money-forms/action.server'
import { paymentDecision } from '~/money-forms/definitions/decisions.server'
import { operatorPaths } from '~/operator-paths'
import { requireOperator } from '~/session/guards.server'
import { Soft } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'
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
  const { upstream } = await requireOperator(context, 'payment')
  const subject = { queue: 'payments', id } as const
  const work = await answerCaseWork(context, subject)
  if (work) return work
  const form = await parseForm(context, PaymentDecision)
  if (!form.ok) return invalid(form)
  if (wantsChange(context)) return toChange(form)
  const decision = await typedDecision(upstream, subject, form.value)
  return answerReviewedForm(context, paymentDecision, form, {
    ...{ values: { id, ...decision }, subject: id, showsOutcome: true },
    review: () => reviewDecision(context, form, subject, decision),
    next: () => nextCasePath(upstream, subject),
  })
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
  const lastResult = reply?.lastResult
  const isWork = lastResult?.initialValue?.['intent'] !== undefined
  const isDecidable = payment.status === 'pending' || payment.status === 'under_review'
  const decisions = ['approve', 'review', 'complete', 'reject'].filter(
    (one) =>
      !(one === 'approve' && payment.approvedAt) && !(one === 'review' && payment.status !== 'pending'),
  )
  return (
    <CasePage
      {...{ queue: 'payments', id, title, case: found.case }}
      tag={<StateTag entry="payment" state={payment.status} />}
      workResult={isWork ? lastResult : null}
    >
      <WaitingProposal proposal={payment.proposal} />
      <PaymentFacts found={found} />
      <Section id="decide" title={t('cases:case.decision')}>
        {isDecidable || lastResult ? (
          <DecisionForm
            {...{ queue: 'payments', decisions, reasons, language }}
            lastResult={isWork ? null : lastResult}
            submission={reply?.submission ?? submission}
          >
            <HashField of="complete" />
          </DecisionForm>
        ) : (
          <Soft>{t('cases:case.decided')}</Soft>
        )}
      </Section>
    </CasePage>
  )
}
