import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { InquiryTag } from '~/cases/tags'
import { CasePage } from '~/cases/case-page'
import { DecisionForm } from '~/cases/decision-form'
import { DecisionReviewPage } from '~/cases/decision-review'
import { nextCasePath, reviewDecision, typedDecision, usualReasons } from '~/cases/decision.server'
import { answerCaseWork } from '~/cases/work.server'
import { parseForm, invalid } from '~/forms/parse.server'
import { type PageHandle } from '~/framework/page'
import { useI18n } from '~/locale/context'
import { answerReviewedForm, toChange, wantsChange } from '~/money-forms/action.server'
import { inquiryDecision } from '~/money-forms/definitions/decisions.server'
import { operatorPaths } from '~/operator-paths'
import { requireOperator } from '~/session/guards.server'
import { Soft } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'
import { requireExtension } from '~/upstream/settings.server'
import { InquiryDecision } from './decision.server'
import { AnswerFields, InquiryFacts } from './facts'

export const handle: PageHandle = { title: 'operator:queue.inquiries', amounts: 'shown' }

export async function loader({ params: { id = '' }, context }: LoaderFunctionArgs) {
  const { upstream } = await requireOperator(context, 'inquiry')
  await requireExtension(upstream, 'operator')
  const found = await upstream.operator.inquiry({ id })
  const language = found.case.investor?.language ?? 'ru'
  return {
    ...{ found, language, reasons: usualReasons(language, 'inquiries') },
    submission: await context.idempotencyKeys.issue(inquiryDecision.name, id),
  }
}

export async function action({ params: { id = '' }, context }: ActionFunctionArgs) {
  const { upstream } = await requireOperator(context, 'inquiry')
  const subject = { queue: 'inquiries', id } as const
  const work = await answerCaseWork(context, subject)
  if (work) return work
  const form = await parseForm(context, InquiryDecision)
  if (!form.ok) return invalid(form)
  if (wantsChange(context)) return toChange(form)
  const decision = await typedDecision(upstream, subject, form.value)
  return answerReviewedForm(context, inquiryDecision, form, {
    ...{ values: { id, ...decision }, subject: id, showsOutcome: true },
    review: () => reviewDecision(context, form, subject, decision),
    next: () => nextCasePath(upstream, subject),
  })
}

/** A message, an application, or what an account asks for. */
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
  const lastResult = reply?.lastResult
  const isWork = lastResult?.initialValue?.['intent'] !== undefined
  const isDecidable = inquiry.status === 'open'
  const decisions = kind === 'deletion' ? ['complete', 'reject'] : ['complete']
  return (
    <CasePage
      {...{ queue: 'inquiries', id, title, case: found.case }}
      tag={<InquiryTag state={inquiry.status} />}
      workResult={isWork ? lastResult : null}
    >
      <InquiryFacts inquiry={inquiry} />
      <Section id="decide" title={t('cases:case.decision')}>
        {isDecidable || lastResult ? (
          <DecisionForm
            {...{ queue: 'inquiries', decisions, reasons, language }}
            lastResult={isWork ? null : lastResult}
            submission={reply?.submission ?? submission}
          >
            <AnswerFields inquiry={inquiry} language={language} />
          </DecisionForm>
        ) : (
          <Soft>{t('cases:case.decided')}</Soft>
        )}
      </Section>
    </CasePage>
  )
}
