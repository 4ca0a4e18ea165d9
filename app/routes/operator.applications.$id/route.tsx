import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ApplicationTag } from '~/cases/application-tag'
import { AnswerField } from '~/cases/answer-field'
import { casesBeside } from '~/cases/beside.server'
import { CasePage } from '~/cases/case-page'
import { CaseDecision, answerOf } from '~/cases/decision-form'
import { DecisionReviewPage } from '~/cases/decision-review'
import { answerCase } from '~/cases/decision.server'
import { notesPageIn } from '~/cases/notes-page.server'
import { caseTitle } from '~/cases/case-title'
import { type PageHandle, titleBy } from '~/framework/page'
import { useI18n } from '~/locale/context'
import { applicationDecision } from '~/money-forms/definitions/decisions.server'
import { operatorPaths } from '~/operator-paths'
import { requireOperator } from '~/session/guards.server'
import { Soft } from '~/ui/layout/layout'
import { requireExtension } from '~/upstream/settings.server'
import { ApplicationDecision } from './decision.server'
import { ApplicationFacts, titleOfApplication } from './facts'

export const handle: PageHandle = {
  title: titleBy<Data>('operator:queue.applications', ({ found }, i18n) =>
    caseTitle(titleOfApplication(found.application, i18n), found.case, found.application.createdAt, i18n),
  ),
  amounts: 'shown',
}

type Data = Awaited<ReturnType<typeof loader>>

export async function loader({ params: { id = '' }, context }: LoaderFunctionArgs) {
  const { upstream } = await requireOperator(context, 'application')
  await requireExtension(upstream, 'applications')
  const [found, beside] = await Promise.all([
    upstream.operator.application({ id, ...notesPageIn(context.url) }),
    casesBeside(context, 'applications'),
  ])
  return {
    ...{ found, beside },
    language: found.application.language ?? 'ru',
    submission: await context.idempotencyKeys.issue(applicationDecision.name, id),
  }
}

export async function action({ params: { id = '' }, context }: ActionFunctionArgs) {
  const { upstream } = await requireOperator(context, 'application')
  await requireExtension(upstream, 'applications')
  return answerCase(context, { queue: 'applications', id }, applicationDecision, ApplicationDecision)
}

/** An application for a vacancy: the applicant, the letter, the résumé, and the answer. */
export default function OperatorApplication() {
  const { found, beside, language, submission } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const { t } = useI18n()
  const { application } = found
  const { id, status, email } = application
  const title = titleOfApplication(application, { t })
  if (reply && 'review' in reply)
    return (
      <DecisionReviewPage
        {...{ queue: 'applications', page: reply, title, submission, case: found.case }}
        action={operatorPaths.application(id)}
        facts={[]}
      />
    )
  return (
    <CasePage
      {...{ queue: 'applications', id, title, beside, case: found.case }}
      tag={<ApplicationTag state={status} />}
      workResult={answerOf(reply).workResult}
    >
      <ApplicationFacts application={application} />
      <CaseDecision
        queue="applications"
        decisions={['complete', 'reject']}
        {...{ reasons: {}, language, reply, submission }}
        isOpen={status === 'open'}
      >
        {email === null ? (
          <Soft>{t('cases:decide.noEmail')}</Soft>
        ) : (
          <AnswerField email={email} language={language} />
        )}
      </CaseDecision>
    </CasePage>
  )
}
