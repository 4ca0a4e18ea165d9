import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { WaitingProposal } from '~/approvals/waiting-proposal'
import { casesBeside } from '~/cases/beside.server'
import { CasePage } from '~/cases/case-page'
import { CaseDecision, HashField, answerOf } from '~/cases/decision-form'
import { DecisionReviewPage } from '~/cases/decision-review'
import { answerCase, usualReasons } from '~/cases/decision.server'
import { notesPageIn } from '~/cases/notes-page.server'
import { PlayTransfer } from '~/cases/play-transfer'
import { fillPlayed, playedHash, playsTransfers } from '~/cases/played-transfer.server'
import { useMay } from '~/cases/use-may'
import { typedDecimal } from '~/content/typed'
import { caseTitle } from '~/cases/case-title'
import { type PageHandle, titleBy } from '~/framework/page'
import { StateTag } from '~/investments/state-tag'
import { useI18n } from '~/locale/context'
import { refillDecision } from '~/money-forms/definitions/decisions.server'
import { operatorPaths } from '~/operator-paths'
import { requireOperator } from '~/session/guards.server'
import { requireExtension } from '~/upstream/settings.server'
import { refillDecisionForm } from './decision.server'
import { CreditedField, RefillFacts, creditOf, factsOf, titleOfRefill } from './facts'

export const handle: PageHandle = {
  title: titleBy<Data>('operator:queue.refills', ({ found }, i18n) =>
    caseTitle(titleOfRefill(found, i18n), found.case, found.refill.createdAt, i18n),
  ),
  amounts: 'shown',
}

type Data = Awaited<ReturnType<typeof loader>>

export async function loader({ params: { id = '' }, context }: LoaderFunctionArgs) {
  const { upstream } = await requireOperator(context, 'refill')
  await requireExtension(upstream, 'operator')
  const [found, beside] = await Promise.all([
    upstream.operator.refill({ id, ...notesPageIn(context.url) }),
    casesBeside(context, 'refills'),
  ])
  const language = found.case.investor?.language ?? 'ru'
  return {
    ...{ found, beside, language, reasons: usualReasons(language, 'refills') },
    isPlayed: await playsTransfers(context),
    submission: await context.idempotencyKeys.issue(refillDecision.name, id),
  }
}

export async function action({ params: { id = '' }, context }: ActionFunctionArgs) {
  const { upstream } = await requireOperator(context, 'refill')
  await fillPlayed(context, async () => {
    const { wallet, requestAmount } = (await upstream.operator.refill({ id })).refill
    const creditedAmount = typedDecimal(requestAmount, context.i18n.language)
    return { decision: 'approve', creditedAmount, transactionHash: playedHash({ id, wallet }) }
  })
  return answerCase(
    context,
    { queue: 'refills', id },
    refillDecision,
    refillDecisionForm(context.i18n.language),
  )
}

/** A top-up with all that its decision needs. */
export default function OperatorTopUp() {
  const { found, beside, reasons, language, isPlayed, submission } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const { t, amount } = useI18n()
  const mayDecide = useMay('operator.decideRefill')
  const { refill } = found
  const id = refill.id ?? ''
  const title = titleOfRefill(found, { t, amount })
  if (reply && 'review' in reply)
    return (
      <DecisionReviewPage
        {...{ queue: 'refills', page: reply, title, submission, case: found.case }}
        action={operatorPaths.topUp(id)}
        facts={factsOf(found, { t, amount })}
        movement={creditOf(found, reply.review.creditedAmount, { t })}
      />
    )
  // Money that arrives late is credited all the same.
  const isDecidable = refill.status === 'pending' || refill.status === 'timeout_expired'
  return (
    <CasePage
      {...{ queue: 'refills', id, title, beside, case: found.case }}
      tag={<StateTag entry="refill" state={refill.status} />}
      workResult={answerOf(reply).workResult}
    >
      <WaitingProposal proposal={refill.proposal} />
      <RefillFacts found={found} />
      <CaseDecision
        {...{ queue: 'refills', decisions: ['approve', 'reject'], reasons, language, reply, submission }}
        isOpen={isDecidable}
      >
        <CreditedField refill={refill} />
        <HashField of="approve" />
      </CaseDecision>
      {isPlayed && isDecidable && mayDecide && (
        <PlayTransfer of="refills" submission={reply?.submission ?? submission} />
      )}
    </CasePage>
  )
}
