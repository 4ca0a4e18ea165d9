import { type BatchedPayment } from '~/contract/extensions/operator/batches'
import { useI18n } from '~/locale/context'
import { Amount } from '~/investments/amount'
import { StateTag } from '~/investments/state-tag'
import { operatorPaths } from '~/operator-paths'
import { Address } from '~/ui/address/address'
import { Link } from '~/ui/link/link'
import { Table } from '~/ui/table/table'
import { Tag } from '~/ui/tag/tag'

interface PaymentsTableProps {
  payments: readonly BatchedPayment[]
  currency: string
}

/** The withdrawals of a batch, in the order of its file. */
export function PaymentsTable({ payments, currency }: PaymentsTableProps) {
  const { t } = useI18n()
  return (
    <Table
      caption={t('batches:rows.title')}
      captionHidden
      rows={payments}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'investor',
          label: t('batches:fact.investor'),
          lead: true,
          cell: ({ id, owner }) => <Link href={operatorPaths.withdrawal(id)}>{owner.login}</Link>,
        },
        {
          key: 'amount',
          label: t('batches:fact.amount'),
          figures: true,
          cell: ({ amount }) => <Amount value={amount} currency={currency} exact />,
        },
        {
          key: 'wallet',
          label: t('batches:fact.wallet'),
          cell: ({ wallet }) => <Address value={wallet} />,
        },
        {
          key: 'hash',
          label: t('batches:fact.hash'),
          cell: ({ transactionHash }) => transactionHash && <Address value={transactionHash} />,
        },
        { key: 'state', label: t('batches:fact.state'), cell: (payment) => <PaymentState {...payment} /> },
      ]}
    />
  )
}

function PaymentState({ status, frozen, resting, takenOut }: BatchedPayment) {
  const { t } = useI18n()
  if (takenOut)
    return (
      <Tag icon="cross" meaning="neutral">
        {t('batches:rows.takenOut')}
      </Tag>
    )
  if (frozen && status === 'under_review')
    return (
      <Tag icon="warning" meaning="danger">
        {t('batches:rows.frozen')}
      </Tag>
    )
  if (resting)
    return (
      <Tag icon="hourglass" meaning="warning">
        {t('batches:rows.resting')}
      </Tag>
    )
  // Investors read that it is under review; for who pays it out it is decided.
  if (status === 'under_review')
    return (
      <Tag icon="hourglass" meaning="info">
        {t('cases:queue.status.approved')}
      </Tag>
    )
  return <StateTag entry="payment" state={status} />
}
