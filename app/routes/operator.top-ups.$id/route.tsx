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
import { refillDecision } from '~/money-forms/definitions/decisions.server'
import { operatorPaths } from '~/operator-paths'
import { requireOperator } from '~/session/guards.server'
import { Soft } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'
import { requireExtension } from '~/upstream/settings.server'
import { refillDecisionForm } from './decision.server'
import { CreditedField, RefillFacts, factsOf } from './facts'

export const handle: PageHandle = { title: 'operator:queue.refills', amounts: 'shown' }

export async function loader({ params: { id = '' }, context }: LoaderFunctionArgs) {
  const { upstream } = await requireOperator(context, 'refill')
  await requireExtension(upstream, 'operator')
  const found = await upstream.operator.refill({ id })
  const language = found.case.investor?.language ?? 'ru'
  return {
    ...{ found, language, reasons: usualReasons(language, 'refills') },
    submission: await context.idempotencyKeys.issue(refillDecision.name, id),
  }
}

export async function action({ params: { id = '' }, context }: ActionFunctionArgs) {
  const { upstream } = await requireOperator(context, 'refill')
  const subject = { queue: 'refills', id } as const
  const work = await answerCaseWork(context, subject)
  if (work) return work
  const form = await parseForm(context, refillDecisionForm(context.i18n.language))
  if (!form.ok) return invalid(form)
  if (wantsChange(context)) return toChange(form)
  const decision = await typedDecision(upstream, subject, form.value)
  return answerReviewedForm(context, refillDecision, form, {
    ...{ values: { id, ...decision }, subject: id, showsOutcome: true },
    review: () => reviewDecision(context, form, subject, decision),
    next: () => nextCasePath(upstream, subject),
  })
}

/** A top-up with all that its decision needs. */
export default function OperatorTopUp() {
  const { found, reasons, language, submission } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const { t, amount } = useI18n()
  const { refill } = found
  const id = refill.id ?? ''
  const title = t('cases:case.title.refills', {
    amount: amount(refill.requestAmount, refill.currency ?? '', { exact: true }),
  })
  if (reply && 'review' in reply)
    return (
      <DecisionReviewPage
        {...{ queue: 'refills', page: reply, title, submission }}
        action={operatorPaths.topUp(id)}
        facts={factsOf(found, { t, amount })}
      />
    )
  const lastResult = reply?.lastResult
  const isWork = lastResult?.initialValue?.['intent'] !== undefined
  // Money that arrives late is credited all the same.
  const isDecidable = refill.status === 'pending' || refill.status === 'timeout_expired'
  return (
    <CasePage
      {...{ queue: 'refills', id, title, case: found.case }}
      tag={<StateTag entry="refill" state={refill.status} />}
      workResult={isWork ? lastResult : null}
    >
      <WaitingProposal proposal={refill.proposal} />
      <RefillFacts found={found} />
      <Section id="decide" title={t('cases:case.decision')}>
        {isDecidable || lastResult ? (
          <DecisionForm
            {...{ queue: 'refills', decisions: ['approve', 'reject'], reasons, language }}
            lastResult={isWork ? null : lastResult}
            submission={reply?.submission ?? submission}
          >
            <CreditedField refill={refill} />
            <HashField of="approve" />
          </DecisionForm>
        ) : (
          <Soft>{t('cases:case.decided')}</Soft>
        )}
      </Section>
    </CasePage>
  )
}
