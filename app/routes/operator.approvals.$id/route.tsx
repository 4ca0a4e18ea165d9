import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { changeName, factName, factValue } from '~/approvals/fact-texts'
import { ProposalState } from '~/approvals/proposal-state'
import { type Proposal } from '~/contract/extensions/operator/approvals'
import { TextAreaField } from '~/forms/fields'
import { invalid, parseForm } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { titleOf } from '~/framework/document'
import { type PageHandle, titleBy } from '~/framework/page'
import { useI18n } from '~/locale/context'
import { errorText } from '~/locale/error-text'
import { answerMoneyForm } from '~/money-forms/action.server'
import { decideProposal } from '~/money-forms/definitions/decide-proposal.server'
import { operatorPaths } from '~/operator-paths'
import { requireOperator } from '~/session/guards.server'
import { Alert } from '~/ui/alert/alert'
import { DescriptionList } from '~/ui/description-list/description-list'
import { Soft, Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { PageHeader } from '~/ui/page-header/page-header'
import { Section } from '~/ui/section/section'
import { Table } from '~/ui/table/table'
import { DecisionForm } from './form.server'

export const handle: PageHandle = {
  title: titleBy<Data>('operator:approvals.one', ({ proposal }, i18n) =>
    titleOf(changeName(proposal, i18n), i18n.dateTime(proposal.proposed.at)),
  ),
  amounts: 'shown',
}

type Data = Awaited<ReturnType<typeof loader>>

export async function loader({ params: { id = '' }, context }: LoaderFunctionArgs) {
  const { upstream } = await requireOperator(context, 'proposal')
  const proposal = await upstream.operator.proposal({ id })
  const failure = proposal.decided?.failure
  return {
    proposal,
    failure: failure ? (errorText(context.i18n, failure) ?? failure) : null,
    submission: await context.idempotencyKeys.issue(decideProposal.name, id),
  }
}

export async function action({ params: { id = '' }, context }: ActionFunctionArgs) {
  await requireOperator(context, 'decideProposal')
  const form = await parseForm(context, DecisionForm)
  if (!form.ok)
    return invalid(form, { submission: await context.idempotencyKeys.issue(decideProposal.name, id) })
  const { decision, reason } = form.value
  const values = { id, decision, ...(reason && { reason }) }
  return answerMoneyForm(context, decideProposal, form, { values, subject: id })
}

/** A change as it was proposed, before and after side by side, and the decision on it. */
export default function Approval() {
  const { proposal, failure, submission } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const i18n = useI18n()
  const { t, dateTime } = i18n
  const { subject, status, reason, proposed, expiresAt, decided, facts } = proposal
  const changed = facts.filter(({ before, after }) => before !== after)
  const kept = facts.filter(({ before, after }) => before === after)
  return (
    <Stack gap={6}>
      <PageHeader
        title={changeName(proposal, i18n)}
        back={{ href: operatorPaths.approvals(), label: t('operator:approvals.title') }}
        action={<ProposalState status={status} />}
      />
      <DescriptionList
        facts={[
          { term: t('operator:approvals.subject'), value: <Subject {...subject} /> },
          { term: t('operator:approvals.reason'), value: reason },
          { term: t('operator:approvals.by'), value: proposed.by, note: originOf(proposed) },
          {
            term: t('operator:approvals.at'),
            value: <time dateTime={proposed.at}>{dateTime(proposed.at)}</time>,
          },
          status === 'open' && {
            term: t('operator:approvals.until'),
            value: <time dateTime={expiresAt}>{dateTime(expiresAt)}</time>,
          },
          decided && {
            term: t('operator:approvals.decidedBy'),
            value: decided.by,
            note: originOf(decided),
          },
          decided && {
            term: t('operator:approvals.decidedAt'),
            value: <time dateTime={decided.at}>{dateTime(decided.at)}</time>,
          },
          decided && { term: t('operator:approvals.why'), value: decided.reason },
          { term: t('operator:approvals.failure'), value: failure },
        ]}
      />
      <Section id="changes" title={t('operator:approvals.what')}>
        <Table
          caption={t('operator:approvals.what')}
          captionHidden
          rows={changed}
          rowKey={({ name }) => name}
          columns={[
            {
              key: 'name',
              label: t('operator:approvals.fact'),
              lead: true,
              cell: (fact) => factName(fact, i18n),
            },
            ...(['before', 'after'] as const).map((side) => ({
              key: side,
              label: t(`operator:approvals.${side}`),
              cell: (fact: Proposal['facts'][number]) => factValue(fact, side, i18n),
            })),
          ]}
        />
      </Section>
      {kept.length > 0 && (
        <Section id="kept" title={t('operator:approvals.stays')}>
          <DescriptionList
            facts={kept.map((fact) => ({
              term: factName(fact, i18n),
              value: factValue(fact, 'after', i18n),
            }))}
          />
        </Section>
      )}
      {status === 'open' && (
        <Section id="decision" title={t('operator:approvals.decision')}>
          <Decision
            proposal={proposal}
            lastResult={reply?.lastResult}
            submission={reply?.submission ?? submission}
          />
        </Section>
      )}
    </Stack>
  )
}

const originOf = ({ address, device }: Proposal['proposed']) => [address, device].filter(Boolean).join(' · ')

/** What the proposal is about; a case or an investor has a page. */
function Subject({ kind, id }: Proposal['subject']) {
  const { t } = useI18n()
  if (id === null) return t('operator:approvals.nothing')
  const href = pages[kind]?.(id)
  return href ? <Link href={href}>{id}</Link> : id
}

const pages: Readonly<Record<string, (id: string) => string>> = {
  payment: operatorPaths.withdrawal,
  refill: operatorPaths.topUp,
  transfer: operatorPaths.transfer,
  correction: operatorPaths.investor,
  contacts: operatorPaths.investor,
  factors: operatorPaths.investor,
}

interface DecisionProps {
  proposal: Proposal
  lastResult: Parameters<typeof PostForm>[0]['lastResult']
  submission: string
}

function Decision({ proposal: { isOwn, mayDecide, approvers }, lastResult, submission }: DecisionProps) {
  const { t } = useI18n()
  if (isOwn)
    return (
      <Stack gap={4}>
        {approvers === 0 ? <SoleAdmin /> : <p>{t('operator:approvals.own')}</p>}
        <PostForm id="withdraw" lastResult={lastResult} submission={submission}>
          <SubmitButton name="decision" value="withdraw" variant="secondary">
            {t('operator:approvals.withdraw')}
          </SubmitButton>
        </PostForm>
      </Stack>
    )
  if (!mayDecide) return <Soft>{t('operator:approvals.notYours')}</Soft>
  return (
    <Stack gap={5}>
      <p>{t('operator:approvals.approveText')}</p>
      <PostForm lastResult={lastResult} submission={submission}>
        <SubmitButton name="decision" value="approve">
          {t('operator:approvals.approve')}
        </SubmitButton>
        <TextAreaField
          name="reason"
          label={t('operator:approvals.rejectReason')}
          hint={t('operator:approvals.rejectHint')}
          maxLength={300}
          optional
        />
        <SubmitButton name="decision" value="reject" variant="danger">
          {t('operator:approvals.reject')}
        </SubmitButton>
      </PostForm>
    </Stack>
  )
}

/** Of a proposal that nobody else may approve: only an admin can be alone so, and may do what helps. */
function SoleAdmin() {
  const { t } = useI18n()
  return (
    <Alert meaning="warning" title={t('operator:approvals.alone.title')}>
      <p>{t('operator:approvals.alone.text')}</p>
      <p>
        <Link href={operatorPaths.people()}>{t('operator:approvals.alone.invite')}</Link>
      </p>
      <p>
        <Link href={operatorPaths.fourEyes()}>{t('operator:approvals.rule.change')}</Link>
      </p>
    </Alert>
  )
}
