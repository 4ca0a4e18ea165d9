import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { VerificationTag } from '~/identity/investors/investor-state'
import { casesBeside } from '~/cases/beside.server'
import { CasePage } from '~/cases/case-page'
import { CaseDecision, answerOf } from '~/cases/decision-form'
import { DecisionReviewPage } from '~/cases/decision-review'
import { answerCase, usualReasons } from '~/cases/decision.server'
import { notesPageIn } from '~/cases/notes-page.server'
import { type PageHandle, titleBy } from '~/framework/page'
import { useI18n } from '~/locale/context'
import { verificationDecision } from '~/money-forms/definitions/decisions.server'
import { operatorPaths } from '~/operator-paths'
import { operatorPermissions } from '~/session/operator-permissions.server'
import { requireOperator } from '~/session/guards.server'
import { requireExtension } from '~/upstream/settings.server'
import { VerificationDecision } from './decision.server'
import { Documents } from './documents'
import { VerificationFacts } from './facts'

export const handle: PageHandle = {
  title: titleBy<Data>('operator:queue.verifications', ({ found: { verification } }, { t }) =>
    t('cases:case.title.verifications', { login: verification.owner.login }),
  ),
  amounts: 'shown',
}

type Data = Awaited<ReturnType<typeof loader>>

export async function loader({ params: { id = '' }, context }: LoaderFunctionArgs) {
  const { upstream } = await requireOperator(context, 'verification')
  await requireExtension(upstream, 'operator')
  const [found, beside, { may }] = await Promise.all([
    upstream.operator.verification({ id, ...notesPageIn(context.url) }),
    casesBeside(context, 'verifications'),
    operatorPermissions(upstream),
  ])
  const language = found.case.investor?.language ?? 'ru'
  return {
    ...{
      found,
      beside,
      language,
      mayLook: may('document'),
      reasons: usualReasons(language, 'verifications'),
    },
    submission: await context.idempotencyKeys.issue(verificationDecision.name, id),
  }
}

export async function action({ params: { id = '' }, context }: ActionFunctionArgs) {
  await requireOperator(context, 'verification')
  return answerCase(context, { queue: 'verifications', id }, verificationDecision, VerificationDecision)
}

/** Documents that were handed in, and what was typed, to be held against each other. */
export default function OperatorVerification() {
  const { found, beside, reasons, language, mayLook, submission } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const { t } = useI18n()
  const { verification } = found
  const { id } = verification
  const title = t('cases:case.title.verifications', { login: verification.owner.login })
  if (reply && 'review' in reply)
    return (
      <DecisionReviewPage
        {...{ queue: 'verifications', page: reply, title, submission, case: found.case }}
        action={operatorPaths.verification(id)}
        facts={[]}
      />
    )
  const isDecidable = verification.status === 'in_process'
  return (
    <CasePage
      {...{ queue: 'verifications', id, title, beside, case: found.case }}
      tag={<VerificationTag state={verification.status} />}
      workResult={answerOf(reply).workResult}
    >
      <VerificationFacts verification={verification} />
      <Documents documents={verification.documents} mayLook={mayLook} />
      <CaseDecision
        {...{
          queue: 'verifications',
          decisions: ['approve', 'reject'],
          reasons,
          language,
          reply,
          submission,
        }}
        isOpen={isDecidable}
      />
    </CasePage>
  )
}
