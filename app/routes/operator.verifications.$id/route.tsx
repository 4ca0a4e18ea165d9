import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { VerificationTag } from '~/cases/tags'
import { CasePage } from '~/cases/case-page'
import { DecisionForm } from '~/cases/decision-form'
import { DecisionReviewPage } from '~/cases/decision-review'
import { nextCasePath, reviewDecision, typedDecision, usualReasons } from '~/cases/decision.server'
import { answerCaseWork } from '~/cases/work.server'
import { parseForm, invalid } from '~/forms/parse.server'
import { type PageHandle } from '~/framework/page'
import { useI18n } from '~/locale/context'
import { answerReviewedForm, toChange, wantsChange } from '~/money-forms/action.server'
import { verificationDecision } from '~/money-forms/definitions/decisions.server'
import { operatorPaths } from '~/operator-paths'
import { requireOperator } from '~/session/guards.server'
import { Soft } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'
import { requireExtension } from '~/upstream/settings.server'
import { VerificationDecision } from './decision.server'
import { VerificationFacts } from './facts'

export const handle: PageHandle = { title: 'operator:queue.verifications', amounts: 'shown' }

export async function loader({ params: { id = '' }, context }: LoaderFunctionArgs) {
  const { upstream } = await requireOperator(context, 'verification')
  await requireExtension(upstream, 'operator')
  const found = await upstream.operator.verification({ id })
  const language = found.case.investor?.language ?? 'ru'
  return {
    ...{ found, language, reasons: usualReasons(language, 'verifications') },
    submission: await context.idempotencyKeys.issue(verificationDecision.name, id),
  }
}

export async function action({ params: { id = '' }, context }: ActionFunctionArgs) {
  const { upstream } = await requireOperator(context, 'verification')
  const subject = { queue: 'verifications', id } as const
  const work = await answerCaseWork(context, subject)
  if (work) return work
  const form = await parseForm(context, VerificationDecision)
  if (!form.ok) return invalid(form)
  if (wantsChange(context)) return toChange(form)
  const decision = await typedDecision(upstream, subject, form.value)
  return answerReviewedForm(context, verificationDecision, form, {
    ...{ values: { id, ...decision }, subject: id, showsOutcome: true },
    review: () => reviewDecision(context, form, subject, decision),
    next: () => nextCasePath(upstream, subject),
  })
}

/** Documents that were handed in, and what was typed, to be held against each other. */
export default function OperatorVerification() {
  const { found, reasons, language, submission } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const { t } = useI18n()
  const { verification } = found
  const { id } = verification
  const title = t('cases:case.title.verifications', { login: verification.owner.login })
  if (reply && 'review' in reply)
    return (
      <DecisionReviewPage
        {...{ queue: 'verifications', page: reply, title, submission }}
        action={operatorPaths.verification(id)}
        facts={[]}
      />
    )
  const lastResult = reply?.lastResult
  const isWork = lastResult?.initialValue?.['intent'] !== undefined
  const isDecidable = verification.status === 'in_process'
  return (
    <CasePage
      {...{ queue: 'verifications', id, title, case: found.case }}
      tag={<VerificationTag state={verification.status} />}
      workResult={isWork ? lastResult : null}
    >
      <VerificationFacts verification={verification} />
      <Section id="decide" title={t('cases:case.decision')}>
        {isDecidable || lastResult ? (
          <DecisionForm
            {...{ queue: 'verifications', decisions: ['approve', 'reject'], reasons, language }}
            lastResult={isWork ? null : lastResult}
            submission={reply?.submission ?? submission}
          ></DecisionForm>
        ) : (
          <Soft>{t('cases:case.decided')}</Soft>
        )}
      </Section>
    </CasePage>
  )
}
