import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PaymentsTable } from '~/batches/payments-table'
import { type BatchDraft } from '~/contract/extensions/operator/batches'
import { invalid, parseForm } from '~/forms/parse.server'
import { HiddenFields } from '~/forms/plain-form'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { titleOf } from '~/framework/document'
import { type PageHandle, titleBy } from '~/framework/page'
import { Amount } from '~/investments/amount'
import { useI18n } from '~/locale/context'
import { answerMoneyForm } from '~/money-forms/action.server'
import { creatingBatch } from '~/money-forms/definitions/batches.server'
import { operatorPaths } from '~/operator-paths'
import { requireOperator } from '~/session/guards.server'
import { Address } from '~/ui/address/address'
import { ButtonLink } from '~/ui/button/button'
import { DescriptionList } from '~/ui/description-list/description-list'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Soft, Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { PageHeader } from '~/ui/page-header/page-header'
import { Section } from '~/ui/section/section'
import { Table } from '~/ui/table/table'
import { requireExtension } from '~/upstream/settings.server'
import { NewBatchForm } from './form.server'

export const handle: PageHandle = {
  title: titleBy<Data>('batches:new.title', ({ chosen }, { t }) =>
    titleOf(t('batches:new.title'), chosen?.draft.title),
  ),
  amounts: 'shown',
}

type Data = Awaited<ReturnType<typeof loader>>

const calls = ['batchDrafts', 'batchDraft', 'createBatch'] as const

/** With a payment system in its address the draft of its batch, else what waits of each. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireOperator(context, ...calls)
  await requireExtension(upstream, 'batches')
  const system = context.url.searchParams.get('system')
  if (system === null) return { drafts: (await upstream.operator.batchDrafts()).items, chosen: null }
  const chosen = await upstream.operator.batchDraft({ system })
  // A key for these withdrawals: a later draft may have the same addresses and amounts, and so the same checksum.
  const subject = `${system} ${chosen.payments[0]?.id ?? ''}`
  const submission = await context.idempotencyKeys.issue(creatingBatch.name, subject)
  return { drafts: [], chosen: { ...chosen, submission } }
}

export async function action({ context }: ActionFunctionArgs) {
  await requireOperator(context, ...calls)
  const form = await parseForm(context, NewBatchForm)
  if (!form.ok) return invalid(form, { submission: await context.idempotencyKeys.issue(creatingBatch.name) })
  const { system, checksum } = form.value
  return answerMoneyForm(context, creatingBatch, form, {
    ...{ values: { system, checksum }, subject: system },
  })
}

export default function OperatorNewBatch() {
  const { drafts, chosen } = useLoaderData<typeof loader>()
  return chosen === null ? <Drafts drafts={drafts} /> : <Draft {...chosen} />
}

/** What waits for a batch, by payment system. */
function Drafts({ drafts }: { drafts: readonly BatchDraft[] }) {
  const { t, number, dateTime } = useI18n()
  return (
    <Stack gap={5}>
      <PageHeader
        title={t('batches:new.title')}
        lead={t('batches:new.lead')}
        back={{ href: operatorPaths.batches(), label: t('batches:back') }}
      />
      {drafts.length === 0 ? (
        <EmptyState
          title={t('batches:new.empty')}
          action={<ButtonLink href={operatorPaths.withdrawals()}>{t('batches:new.toQueue')}</ButtonLink>}
        >
          {t('batches:new.emptyText')}
        </EmptyState>
      ) : (
        <Table
          caption={t('batches:new.title')}
          captionHidden
          rows={drafts}
          rowKey={({ system }) => system}
          columns={[
            {
              key: 'system',
              label: t('batches:fact.network'),
              lead: true,
              cell: ({ system, title }) => <Link href={operatorPaths.newBatch({ system })}>{title}</Link>,
            },
            {
              key: 'total',
              label: t('batches:fact.total'),
              figures: true,
              cell: ({ total, currency }) => <Amount value={total} currency={currency} exact />,
            },
            {
              key: 'count',
              label: t('batches:fact.count'),
              figures: true,
              cell: ({ count, more }) => number(count + more),
            },
            {
              key: 'due',
              label: t('batches:fact.due'),
              cell: ({ dueAt }) => dueAt && <time dateTime={dueAt}>{dateTime(dueAt)}</time>,
            },
          ]}
        />
      )}
    </Stack>
  )
}

type DraftProps = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['chosen']>

/** The batch as it will be, to be confirmed exactly as shown. */
function Draft({ draft, payments, submission }: DraftProps) {
  const reply = useActionData<typeof action>()
  const { t, number } = useI18n()
  const { system, title, currency, network, count, total, checksum, more, frozen, resting = 0 } = draft
  return (
    <Stack gap={6}>
      <PageHeader
        title={t('batches:new.titleOf', { title })}
        lead={t('batches:new.leadOf')}
        back={{ href: operatorPaths.newBatch(), label: t('batches:new.title') }}
      />
      <DescriptionList
        facts={[
          {
            term: t('batches:fact.total'),
            value: <Amount value={total} currency={currency} exact />,
            strong: true,
          },
          { term: t('batches:fact.count'), value: number(count) },
          { term: t('batches:fact.network'), value: network },
          { term: t('batches:fact.checksum'), value: <Address value={checksum} /> },
        ]}
      />
      {more > 0 && <p>{t('batches:new.more', { count: more })}</p>}
      {resting > 0 && <p>{t('batches:new.resting', { count: resting })}</p>}
      {frozen > 0 && <p>{t('batches:new.frozen', { count: frozen })}</p>}
      {count === 0 && !reply ? (
        <Soft>{t('batches:new.empty')}</Soft>
      ) : (
        <PostForm
          action={operatorPaths.newBatch({ system })}
          lastResult={reply?.lastResult}
          submission={reply?.submission ?? submission}
          width="full"
        >
          <HiddenFields values={{ system, checksum }} />
          <SubmitButton>{t('batches:new.confirm')}</SubmitButton>
        </PostForm>
      )}
      <Section id="payments" title={t('batches:rows.title')}>
        <PaymentsTable payments={payments} currency={currency} />
      </Section>
    </Stack>
  )
}
