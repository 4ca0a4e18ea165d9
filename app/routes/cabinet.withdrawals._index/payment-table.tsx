import { type Payment } from '~/contract/funds'
import { Amount } from '~/investments/amount'
import { isOverdue } from '~/investments/overdue'
import { StateTag } from '~/investments/state-tag'
import { Table } from '~/lists/table'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { paths } from '~/paths'
import { Address } from '~/ui/address/address'
import { Link } from '~/ui/link/link'
import { Tag } from '~/ui/tag/tag'

interface PaymentTableProps {
  payments: Payment[]
  /** The upstream's time, ISO 8601. */
  now: string
}

export function PaymentTable({ payments, now }: PaymentTableProps) {
  const { t, date, dateTime } = useI18n()
  const time = (at: string) => <time dateTime={at}>{dateTime(at)}</time>
  const hasNet = payments.some(({ net }) => net !== null)
  return (
    <Table
      caption={t('cabinet:withdrawals.list')}
      captionHidden
      compact
      rows={payments}
      rowKey={(payment) => payment.id}
      columns={[
        {
          key: 'createdAt',
          label: t('cabinet:withdrawals.createdAt'),
          lead: true,
          cell: ({ id, createdAt }) => {
            const name = given(createdAt, (at) => <time dateTime={at}>{date(at)}</time>) ?? id
            // One without an id has no page.
            return id === null ? name : <Link href={paths.withdrawal(id)}>{name}</Link>
          },
        },
        {
          key: 'network',
          label: t('cabinet:withdrawals.network'),
          phone: 'note',
          cell: ({ network }) => network,
        },
        {
          key: 'amount',
          label: t('cabinet:withdrawals.amount'),
          figures: true,
          phone: 'figure',
          cell: ({ amount, currency }) => <Amount value={amount} currency={currency} />,
        },
        {
          key: 'net',
          label: t('cabinet:withdrawals.net'),
          figures: true,
          phone: 'labelled',
          cell: ({ net, currency, status }) =>
            status === 'rejected' && hasNet
              ? t('cabinet:withdrawals.notSent')
              : given(net, (value) => <Amount value={value} currency={currency} />),
        },
        {
          key: 'status',
          label: t('cabinet:withdrawals.status'),
          phone: 'note',
          cell: (payment) =>
            isOverdue(payment, now) ? (
              <Tag icon="warning" meaning="warning">
                {t('cabinet:withdrawals.overdue')}
              </Tag>
            ) : (
              <StateTag entry="payment" state={payment.status} />
            ),
        },
        // The facts that the page of a withdrawal would show.
        {
          key: 'wallet',
          label: t('cabinet:withdrawals.one.wallet'),
          cell: ({ id, wallet }) =>
            id === null ? given(wallet, (value) => <Address value={value} />) : null,
        },
        {
          key: 'withdrawnAt',
          label: t('cabinet:withdrawals.one.withdrawnAt'),
          cell: ({ id, withdrawnAt }) => (id === null ? given(withdrawnAt, time) : null),
        },
      ]}
    />
  )
}
