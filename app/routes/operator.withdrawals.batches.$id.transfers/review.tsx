import { type Batch, type BatchedPayment, type Reported } from '~/contract/extensions/operator/batches'
import { Amount } from '~/investments/amount'
import { useI18n } from '~/locale/context'
import { ConfirmForm } from '~/money-forms/confirm-form'
import { type ReviewPage } from '~/money-forms/review.server'
import { operatorPaths } from '~/operator-paths'
import { Address } from '~/ui/address/address'
import { Alert } from '~/ui/alert/alert'
import { ButtonLink } from '~/ui/button/button'
import { Soft, Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { Table } from '~/ui/table/table'
import { Tag } from '~/ui/tag/tag'
import { type TransfersReview } from './transfers.server'

interface TransfersReviewPageProps {
  batch: Batch
  payments: readonly BatchedPayment[]
  page: ReviewPage<TransfersReview>
  submission: string
}

/** A result for each row, before anything is completed. */
export function TransfersReviewPage({ batch, payments, page, submission }: TransfersReviewPageProps) {
  const { t } = useI18n()
  const { results, figures } = page.review
  const completed = results.filter(({ result }) => result === 'completed').length
  const action = operatorPaths.batchTransfers(batch.id)
  return (
    <Stack gap={6}>
      <PageHeader title={t('batches:review.title')} lead={completed > 0 && t('batches:review.lead')} />
      {page.changed && (
        <Alert meaning="warning" role="alert">
          {t('batches:review.changed')}
        </Alert>
      )}
      {completed > 0 ? (
        <p>
          {t('batches:review.completes', { count: completed })}
          {completed < results.length &&
            `. ${t('batches:review.left', { count: results.length - completed })}`}
        </p>
      ) : (
        <Alert meaning="warning" role="alert" title={t('batches:review.none')}>
          {t('batches:review.noneText')}
        </Alert>
      )}
      <Results {...{ results, payments }} currency={batch.currency} />
      {completed > 0 ? (
        <ConfirmForm
          action={action}
          submission={page.submission ?? submission}
          lastResult={page.lastResult}
          typed={page.typed}
          shown={{ figures }}
          act={t('batches:review.act', { count: completed })}
        />
      ) : (
        <div>
          <ButtonLink href={action}>{t('batches:review.back')}</ButtonLink>
        </div>
      )}
    </Stack>
  )
}

interface ResultsProps {
  results: readonly Reported[]
  payments: readonly BatchedPayment[]
  currency: string
}

function Results({ results, payments, currency }: ResultsProps) {
  const { t } = useI18n()
  const paymentOf = (id: string) => payments.find((one) => one.id === id)
  return (
    <Table
      caption={t('batches:transfers.title')}
      captionHidden
      rows={results}
      rowKey={() => null}
      columns={[
        {
          key: 'investor',
          label: t('batches:fact.investor'),
          lead: true,
          cell: ({ payment }) => paymentOf(payment)?.owner.login ?? <Soft>{payment}</Soft>,
        },
        {
          key: 'amount',
          label: t('batches:fact.amount'),
          figures: true,
          cell: ({ payment }) => {
            const found = paymentOf(payment)
            return found ? <Amount value={found.amount} currency={currency} exact /> : null
          },
        },
        {
          key: 'hash',
          label: t('batches:fact.hash'),
          cell: ({ transactionHash }) => <Address value={transactionHash} />,
        },
        { key: 'result', label: t('batches:fact.result'), cell: (row) => <Result {...row} /> },
      ]}
    />
  )
}

function Result({ result }: Reported) {
  const { t } = useI18n()
  const [icon, meaning] =
    result === 'completed'
      ? (['checkCircle', 'success'] as const)
      : result === 'already_completed'
        ? (['check', 'neutral'] as const)
        : (['warning', 'danger'] as const)
  return (
    <Tag icon={icon} meaning={meaning}>
      {t(`batches:result.${result}`)}
    </Tag>
  )
}
