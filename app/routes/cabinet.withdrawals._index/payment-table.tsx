import { type Payment } from '~/contract/funds'
import { Amount } from '~/investments/amount'
import { StateTag } from '~/investments/state-tag'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { Link } from '~/ui/link/link'
import { Table } from '~/ui/table/table'

export function PaymentTable({ payments }: { payments: Payment[] }) {
  const { t, dateTime } = useI18n()
  return (
    <Table
      caption={t('cabinet:withdrawals.list')}
      captionHidden
      rows={payments}
      rowKey={(payment) => payment.id}
      columns={[
        {
          key: 'createdAt',
          label: t('cabinet:withdrawals.createdAt'),
          lead: true,
          cell: ({ id, createdAt }) => (
            <Link href={paths.withdrawal(id)}>
              <time dateTime={createdAt}>{dateTime(createdAt)}</time>
            </Link>
          ),
        },
        { key: 'network', label: t('cabinet:withdrawals.network'), cell: ({ network }) => network },
        {
          key: 'amount',
          label: t('cabinet:withdrawals.amount'),
          figures: true,
          cell: ({ amount, currency }) => <Amount value={amount} currency={currency} />,
        },
        {
          key: 'net',
          label: t('cabinet:withdrawals.net'),
          figures: true,
          cell: ({ net, currency, status }) =>
            status === 'rejected' ? (
              t('cabinet:withdrawals.notSent')
            ) : (
              <Amount value={net} currency={currency} />
            ),
        },
        {
          key: 'status',
          label: t('cabinet:withdrawals.status'),
          cell: ({ status }) => <StateTag entry="payment" state={status} />,
        },
      ]}
    />
  )
}
