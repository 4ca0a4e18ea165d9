import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { WaitingProposal } from '~/approvals/waiting-proposal'
import { casesBeside } from '~/cases/beside.server'
import { CasePage } from '~/cases/case-page'
import { caseTitle } from '~/cases/case-title'
import { CopyScript } from '~/cases/copied-address'
import { CaseDecision, answerOf } from '~/cases/decision-form'
import { DecisionReviewPage } from '~/cases/decision-review'
import { answerCase, usualReasons } from '~/cases/decision.server'
import { notesPageIn } from '~/cases/notes-page.server'
import { TransferTag } from '~/cases/transfer-tag'
import { type PageHandle, titleBy } from '~/framework/page'
import { useI18n } from '~/locale/context'
import { transferDecision } from '~/money-forms/definitions/decisions.server'
import { operatorPaths } from '~/operator-paths'
import { requireOperator } from '~/session/guards.server'
import { requireExtension } from '~/upstream/settings.server'
import { TransferDecision } from './decision.server'
import {
  CandidateField,
  Candidates,
  Correction,
  Decided,
  TransferFacts,
  creditOf,
  factsOf,
  titleOfTransfer,
} from './facts'

export const handle: PageHandle = {
  title: titleBy<Data>('operator:queue.transfers', ({ found }, i18n) =>
    caseTitle(titleOfTransfer(found, i18n), found.case, found.transfer.waitsSince, i18n),
  ),
  amounts: 'shown',
}

type Data = Awaited<ReturnType<typeof loader>>

export async function loader({ params: { id = '' }, context }: LoaderFunctionArgs) {
  const { upstream } = await requireOperator(context, 'transfer')
  await requireExtension(upstream, 'transfers')
  const [found, beside] = await Promise.all([
    upstream.operator.transfer({ id, ...notesPageIn(context.url) }),
    casesBeside(context, 'transfers'),
  ])
  const language = found.case.investor?.language ?? 'ru'
  return {
    ...{ found, beside, language, reasons: usualReasons(language, 'transfers') },
    now: upstream.now().getTime(),
    submission: await context.idempotencyKeys.issue(transferDecision.name, id),
  }
}

export async function action({ params: { id = '' }, context }: ActionFunctionArgs) {
  await requireOperator(context, 'transfer')
  return answerCase(context, { queue: 'transfers', id }, transferDecision, TransferDecision)
}

/** A transfer that no top-up took, with all that its decision needs. */
export default function OperatorTransfer() {
  const { found, beside, reasons, language, now, submission } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const i18n = useI18n()
  const { transfer, candidates } = found
  const { id, status, refill: creditedTo, report = null } = transfer
  const title = titleOfTransfer(found, i18n)
  if (reply && 'review' in reply) {
    const refill = reply.typed['decision'] === 'approve' ? reply.typed['refill'] : undefined
    return (
      <DecisionReviewPage
        {...{ queue: 'transfers', page: reply, title, submission, case: found.case }}
        action={operatorPaths.transfer(id)}
        facts={factsOf(found, refill, i18n)}
        movement={creditOf(found, refill, i18n)}
      />
    )
  }
  const decisions = candidates.length === 0 ? ['reject'] : ['approve', 'reject']
  return (
    <CasePage
      {...{ queue: 'transfers', id, title, beside, case: found.case }}
      tag={<TransferTag status={status} />}
      workResult={answerOf(reply).workResult}
    >
      <Decided transfer={transfer} />
      <WaitingProposal proposal={transfer.proposal} />
      <TransferFacts transfer={transfer} now={now} />
      {status === 'open' && creditedTo === null && report === null && <Candidates candidates={candidates} />}
      <Correction transfer={transfer} />
      <CaseDecision
        {...{ queue: 'transfers', decisions, reasons, language, reply, submission }}
        isOpen={status === 'open'}
      >
        <CandidateField candidates={candidates} transfer={transfer} />
      </CaseDecision>
      <CopyScript />
    </CasePage>
  )
}
