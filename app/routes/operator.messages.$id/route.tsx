import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { InquiryTag } from '~/cases/inquiry-tag'
import { casesBeside } from '~/cases/beside.server'
import { CasePage } from '~/cases/case-page'
import { CaseDecision, answerOf } from '~/cases/decision-form'
import { DecisionReviewPage } from '~/cases/decision-review'
import { answerCase, usualReasons } from '~/cases/decision.server'
import { notesPageIn } from '~/cases/notes-page.server'
import { type RequestContext } from '~/context'
import { caseTitle } from '~/cases/case-title'
import { type PageHandle, titleBy } from '~/framework/page'
import { useI18n } from '~/locale/context'
import { inquiryDecision } from '~/money-forms/definitions/decisions.server'
import { operatorPaths } from '~/operator-paths'
import { requireOperator } from '~/session/guards.server'
import { ifFound } from '~/upstream/panel.server'
import { extensionsOf, requireExtension } from '~/upstream/settings.server'
import { InquiryDecision } from './decision.server'
import { AnswerFields, InquiryFacts } from './facts'

export const handle: PageHandle = {
  title: titleBy<Data>('operator:queue.inquiries', ({ found: { inquiry, ...found } }, i18n) =>
    caseTitle(i18n.t(`cases:kind.${inquiry.kind}`), found.case, inquiry.createdAt, i18n),
  ),
  amounts: 'shown',
}

type Data = Awaited<ReturnType<typeof loader>>

export async function loader({ params: { id = '' }, context }: LoaderFunctionArgs) {
  const { upstream } = await requireOperator(context, 'inquiry')
  await requireExtension(upstream, 'operator')
  const [found, beside] = await Promise.all([
    ifFound(upstream.operator.inquiry({ id, ...notesPageIn(context.url) })),
    casesBeside(context, 'inquiries'),
  ])
  if (!found) return toApplication(upstream, id)
  const language = found.case.investor?.language ?? found.inquiry.language ?? 'ru'
  return {
    ...{ found, beside, language, reasons: usualReasons(language, 'inquiries') },
    submission: await context.idempotencyKeys.issue(inquiryDecision.name, id),
  }
}

/** Applications were among the messages once, and records of then name them so. @throws Response */
async function toApplication(upstream: RequestContext['upstream'], id: string): Promise<never> {
  const isKnown = (await extensionsOf(upstream)).has('applications')
  const application = isKnown ? await ifFound(upstream.operator.application({ id })) : null
  throw application ? redirect(operatorPaths.application(id)) : new Response(null, { status: 404 })
}

export async function action({ params: { id = '' }, context }: ActionFunctionArgs) {
  await requireOperator(context, 'inquiry')
  return answerCase(context, { queue: 'inquiries', id }, inquiryDecision, InquiryDecision)
}

/** A message, or what an account asks for. */
export default function OperatorMessage() {
  const { found, beside, reasons, language, submission } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const { t } = useI18n()
  const { inquiry } = found
  const { id, kind } = inquiry
  const title = t(`cases:kind.${kind}`)
  const isDeletion = kind === 'deletion'
  const shownAs = isDeletion ? { complete: 'erase' } : undefined
  if (reply && 'review' in reply) {
    const isFinal = isDeletion && reply.typed['decision'] === 'complete'
    return (
      <DecisionReviewPage
        {...{ queue: 'inquiries', page: reply, title, submission, case: found.case }}
        action={operatorPaths.message(id)}
        facts={[]}
        shownAs={shownAs}
        warning={isFinal ? t('cases:review.final') : undefined}
      />
    )
  }
  const isDecidable = inquiry.status === 'open'
  const decisions = isDeletion ? ['complete', 'reject'] : ['complete']
  return (
    <CasePage
      {...{ queue: 'inquiries', id, title, beside, case: found.case }}
      tag={<InquiryTag state={inquiry.status} />}
      workResult={answerOf(reply).workResult}
    >
      <InquiryFacts inquiry={inquiry} />
      <CaseDecision
        {...{ queue: 'inquiries', decisions, shownAs, reasons, language, reply, submission }}
        isOpen={isDecidable}
      >
        <AnswerFields inquiry={inquiry} language={language} />
      </CaseDecision>
    </CasePage>
  )
}
