import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { batchName } from '~/batches/batch-state'
import { readWritten, written } from '~/batches/transfers.server'
import { PlayTransfer } from '~/cases/play-transfer'
import { fillPlayed, playedHash, playsTransfers } from '~/cases/played-transfer.server'
import { type RequestContext } from '~/context'
import { type BatchedPayment } from '~/contract/extensions/operator/batches'
import { invalid, parseForm } from '~/forms/parse.server'
import { titleOf } from '~/framework/document'
import { type PageHandle, titleBy } from '~/framework/page'
import { useI18n } from '~/locale/context'
import { answerReviewedForm, toChange, wantsChange } from '~/money-forms/action.server'
import { reportingTransfers } from '~/money-forms/definitions/batches.server'
import { operatorPaths } from '~/operator-paths'
import { requireOperator } from '~/session/guards.server'
import { Soft, Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { requireExtension } from '~/upstream/settings.server'
import { fieldNameOf, transfersForm } from './form.server'
import { ByHand, FromFile } from './forms'
import { TransfersReviewPage } from './review'
import {
  backToFields,
  isWaiting,
  keep,
  postedTable,
  reviewTransfers,
  typedTransfers,
} from './transfers.server'

export const handle: PageHandle = {
  title: titleBy<Data>('batches:transfers.title', ({ batch }, i18n) =>
    titleOf(i18n.t('batches:transfers.title'), batchName(batch, i18n)),
  ),
  amounts: 'shown',
}

type Data = Awaited<ReturnType<typeof loader>>

const calls = ['batch', 'previewTransfers', 'reportTransfers'] as const

export async function loader({ params: { id = '' }, context }: LoaderFunctionArgs) {
  const { upstream } = await requireOperator(context, ...calls)
  await requireExtension(upstream, 'batches')
  const { batch, payments } = await upstream.operator.batch({ id })
  const waiting = payments
    .filter(isWaiting)
    .map((payment) => ({ ...payment, field: `hashes.${fieldNameOf(payment)}` }))
  return {
    ...{ batch, payments, waiting, isPlayed: await playsTransfers(context) },
    submission: await issueKey(context, id),
  }
}

/** A played transfer for each withdrawal, as the check page carries them. */
const playedRows = (payments: readonly BatchedPayment[]) =>
  written(
    payments
      .filter(isWaiting)
      .map(({ id, wallet }) => ({ payment: id, transactionHash: playedHash({ id, wallet }) })),
  )

const issueKey = ({ idempotencyKeys }: RequestContext, id: string) =>
  idempotencyKeys.issue(reportingTransfers.name, id)

/** The hashes as typed or as in the file, first to be checked, then to be confirmed. */
export async function action({ params: { id = '' }, context }: ActionFunctionArgs) {
  const { upstream } = await requireOperator(context, ...calls)
  const { payments } = await upstream.operator.batch({ id })
  const { i18n } = context
  await fillPlayed(context, () => ({ rows: playedRows(payments) }))
  const rows = context.form?.get('rows')
  if (wantsChange(context) && typeof rows === 'string') backToFields(context, payments, rows)
  const form = await parseForm(context, transfersForm(payments))
  const submission = await issueKey(context, id)
  if (!form.ok) return invalid(form, { submission })
  if (wantsChange(context)) return toChange(form)
  const table = await postedTable(context)
  if (typeof table === 'string')
    return invalid(form, { fields: { file: i18n.t(`batches:transfers.${table}`) }, submission })
  const typed = form.value.rows ? readWritten(form.value.rows) : typedTransfers(payments, form.value)
  const { transfers, digest } = keep(context, table ?? typed)
  if (transfers.length === 0) return invalid(form, { form: i18n.t('batches:transfers.nothing'), submission })
  return answerReviewedForm(context, reportingTransfers, form, {
    ...{ values: { id, rows: digest }, sent: { id, transfers }, subject: id },
    review: () => reviewTransfers(context, id, transfers),
  })
}

/** Where the hashes of a batch come back: from the signer's table, or by hand. */
export default function OperatorTransfers() {
  const { batch, payments, waiting, isPlayed, submission } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const i18n = useI18n()
  const { t } = i18n
  if (reply && 'review' in reply)
    return <TransfersReviewPage {...{ batch, payments, submission }} page={reply} />
  const isOfFile = reply?.lastResult?.initialValue?.['intent'] === 'file'
  const key = reply?.submission ?? submission
  return (
    <Stack gap={6}>
      <PageHeader
        title={t('batches:transfers.title')}
        lead={t('batches:transfers.lead')}
        back={{ href: operatorPaths.batch(batch.id), label: batchName(batch, i18n) }}
      />
      <FromFile lastResult={isOfFile ? reply?.lastResult : null} submission={key} />
      {waiting.length === 0 ? (
        <Soft>{t('batches:transfers.done')}</Soft>
      ) : (
        <ByHand
          payments={waiting}
          currency={batch.currency}
          lastResult={isOfFile ? null : reply?.lastResult}
          submission={key}
        />
      )}
      {isPlayed && waiting.length > 0 && <PlayTransfer of="batches" submission={key} />}
    </Stack>
  )
}
