import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { InquiryTag } from '~/cases/inquiry-tag'
import { CasePage } from '~/cases/case-page'
import { CaseDecision, answerOf } from '~/cases/decision-form'
import { DecisionReviewPage } from '~/cases/decision-review'
import { answerCase, usualReasons } from '~/cases/decision.server'
import { type PageHandle } from '~/framework/page'
import { useI18n } from '~/locale/context'
import { inquiryDecision } from '~/money-forms/definitions/decisions.server'
import { operatorPaths } from '~/operator-paths'
import { requireOperator } from '~/session/guards.server'
import { requireExtension } from '~/upstream/settings.server'
import { InquiryDecision } from './decision.server'
import { AnswerFields, InquiryFacts } from './facts'

export const handle: PageHandle = { title: 'operator:queue.inquiries', amounts: 'shown' }

export async function loader({ params: { id = '' }, context }: LoaderFunctionArgs) {
  const { upstream } = await requireOperator(context, 'inquiry')
  await requireExtension(upstream, 'operator')
  const found = await upstream.operator.inquiry({ id })
  const language = found.case.investor?.language ?? found.inquiry.language ?? 'ru'
  return {
    ...{ found, language, reasons: usualReasons(language, 'inquiries') },
    submission: await context.idempotencyKeys.issue(inquiryDecision.name, id),
  }
}

export async function action({ params: { id = '' }, context }: ActionFunctionArgs) {
  await requireOperator(context, 'inquiry')
  return answerCase(context, { queue: 'inquiries', id }, inquiryDecision, InquiryDecision)
}

/** A message, or what an account asks for. */
export default function OperatorMessage() {
  const { found, reasons, language, submission } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const { t } = useI18n()
  const { inquiry } = found
  const { id, kind } = inquiry
  const title = t(`cases:kind.${kind}`)
  if (reply && 'review' in reply)
    return (
      <DecisionReviewPage
        {...{ queue: 'inquiries', page: reply, title, submission }}
        action={operatorPaths.message(id)}
        facts={[]}
      />
    )
  const isDecidable = inquiry.status === 'open'
  const decisions = kind === 'deletion' ? ['complete', 'reject'] : ['complete']
  return (
    <CasePage
      {...{ queue: 'inquiries', id, title, case: found.case }}
      tag={<InquiryTag state={inquiry.status} />}
      workResult={answerOf(reply).workResult}
    >
      <InquiryFacts inquiry={inquiry} />
      <CaseDecision
        {...{ queue: 'inquiries', decisions, reasons, language, reply, submission }}
        isOpen={isDecidable}
      >
        <AnswerFields inquiry={inquiry} language={language} />
      </CaseDecision>
    </CasePage>
  )
}
