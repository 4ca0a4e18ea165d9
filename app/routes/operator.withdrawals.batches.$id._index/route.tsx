import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { BatchState, batchName } from '~/batches/batch-state'
import { PaymentsTable } from '~/batches/payments-table'
import { type Batch } from '~/contract/extensions/operator/batches'
import { invalid, parseForm } from '~/forms/parse.server'
import { type PageHandle, titleBy } from '~/framework/page'
import { Amount } from '~/investments/amount'
import { useI18n } from '~/locale/context'
import { errorText } from '~/locale/error-text'
import { answerMoneyForm } from '~/money-forms/action.server'
import { dissolvingBatch, takingOutOfBatch } from '~/money-forms/definitions/batches.server'
import { operatorPaths } from '~/operator-paths'
import { requireOperator } from '~/session/guards.server'
import { Address } from '~/ui/address/address'
import { Alert } from '~/ui/alert/alert'
import { ButtonLink } from '~/ui/button/button'
import { DescriptionList } from '~/ui/description-list/description-list'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { Section } from '~/ui/section/section'
import { requireExtension } from '~/upstream/settings.server'
import { Files } from './files'
import { DissolveForm, TakeOutForm } from './form.server'
import { Dissolve, TakeOut } from './undo'

export const handle: PageHandle = {
  title: titleBy<Data>('batches:one', ({ batch }, i18n) => batchName(batch, i18n)),
  amounts: 'shown',
}

type Data = Awaited<ReturnType<typeof loader>>

/** Why no file was given out, as the address has it. */
const refusals = ['withdrawals_frozen', 'already_decided', 'batch_changed']

export async function loader({ params: { id = '' }, context }: LoaderFunctionArgs) {
  const { upstream } = await requireOperator(context, 'batch')
  await requireExtension(upstream, 'batches')
  const [found, dissolve, takeOut] = await Promise.all([
    upstream.operator.batch({ id }),
    context.idempotencyKeys.issue(dissolvingBatch.name, id),
    context.idempotencyKeys.issue(takingOutOfBatch.name, id),
  ])
  const code = context.url.searchParams.get('refused')
  const { i18n } = context
  // The page that the reader comes back to has the rest itself; the address has no time.
  const resting = code === 'payment_resting' && i18n.t('batches:files.resting')
  const refused =
    code &&
    ((resting || (refusals.includes(code) ? errorText(i18n, code) : null)) ?? i18n.t('refusals:fallback.any'))
  return { ...found, refused, keys: { dissolve, takeOut } }
}

/** Dissolves the batch, or takes one withdrawal out of it. */
export async function action({ params: { id = '' }, context }: ActionFunctionArgs) {
  await requireOperator(context, 'dissolveBatch', 'takeOutOfBatch')
  const options = { subject: id }
  if (context.form?.get('intent') === 'dissolve') {
    const form = await parseForm(context, DissolveForm)
    return answerMoneyForm(context, dissolvingBatch, form, { values: { id }, ...options })
  }
  const form = await parseForm(context, TakeOutForm)
  if (!form.ok)
    return invalid(form, { submission: await context.idempotencyKeys.issue(takingOutOfBatch.name, id) })
  return answerMoneyForm(context, takingOutOfBatch, form, { values: { id, ...form.value }, ...options })
}

/** One batch: what is in it, its files, and what became of it. */
export default function OperatorBatch() {
  const { batch, payments, refused, keys } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const i18n = useI18n()
  const { t } = i18n
  const intent = reply?.lastResult.initialValue?.['intent']
  const answerTo = (name: string) => (intent === name ? reply : undefined)
  const waiting = payments.filter(({ status, takenOut }) => !takenOut && status === 'under_review')
  const isResting = waiting.some(({ resting }) => resting) ? 'resting' : null
  const stopped = waiting.some(({ frozen }) => frozen) ? 'frozen' : isResting
  const isClosed = batch.status === 'paid' || batch.status === 'dissolved'
  return (
    <Stack gap={6}>
      <PageHeader
        title={batchName(batch, i18n)}
        tag={<BatchState status={batch.status} />}
        back={{ href: operatorPaths.batches(), label: t('batches:back') }}
        action={
          !isClosed && (
            <ButtonLink href={operatorPaths.batchTransfers(batch.id)} variant="primary">
              {t('batches:transfers.open')}
            </ButtonLink>
          )
        }
      />
      {refused && (
        <Alert meaning="danger" role="alert" title={t('batches:files.refused')}>
          {refused}
        </Alert>
      )}
      <Facts batch={batch} />
      {batch.status !== 'dissolved' && <Files batch={batch} stopped={stopped} />}
      <Section id="payments" title={t('batches:rows.title')}>
        <PaymentsTable payments={payments} currency={batch.currency} />
      </Section>
      {!isClosed && waiting.length > 0 && (
        <TakeOut
          isOut={batch.status !== 'open'}
          payments={waiting}
          currency={batch.currency}
          lastResult={answerTo('takeOut')?.lastResult}
          submission={answerTo('takeOut')?.submission ?? keys.takeOut}
        />
      )}
      {(batch.status === 'open' || answerTo('dissolve')) && (
        <Dissolve
          lastResult={answerTo('dissolve')?.lastResult}
          submission={answerTo('dissolve')?.submission ?? keys.dissolve}
        />
      )}
    </Stack>
  )
}

function Facts({ batch }: { batch: Batch }) {
  const { t, number, dateTime } = useI18n()
  const { total, currency, count, paid, network, checksum, createdAt, createdBy } = batch
  const time = (at: string | null) => at && <time dateTime={at}>{dateTime(at)}</time>
  return (
    <DescriptionList
      facts={[
        {
          term: t('batches:fact.total'),
          value: <Amount value={total} currency={currency} exact />,
          strong: true,
        },
        { term: t('batches:fact.network'), value: network },
        { term: t('batches:fact.count'), value: number(count) },
        {
          term: t('batches:fact.paid'),
          value: t('batches:fact.paidOf', { paid: number(paid), count: number(count) }),
        },
        {
          term: t('batches:fact.checksum'),
          value: <Address value={checksum} />,
          note: t('batches:checksumNote'),
        },
        { term: t('batches:fact.createdAt'), value: time(createdAt), note: createdBy },
        { term: t('batches:fact.downloadedAt'), value: time(batch.downloadedAt) },
        { term: t('batches:fact.closedAt'), value: time(batch.closedAt) },
      ]}
    />
  )
}
