import { type Deposit } from '~/contract/funds'
import { Amount } from '~/investments/amount'
import { StateTag } from '~/investments/state-tag'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { Link } from '~/ui/link/link'
import { Table } from '~/ui/table/table'

export function DepositTable({ deposits }: { deposits: Deposit[] }) {
  const { t, percent, date } = useI18n()
  return (
    <Table
      caption={t('cabinet:deposits.list')}
      captionHidden
      rows={deposits}
      rowKey={(deposit) => deposit.id}
      columns={[
        {
          key: 'plan',
          label: t('cabinet:deposits.plan'),
          lead: true,
          cell: ({ id, plan }) => <Link href={paths.deposit(id)}>{plan.title}</Link>,
        },
        {
          key: 'amount',
          label: t('cabinet:deposits.amount'),
          figures: true,
          cell: ({ amount, currency }) => <Amount value={amount} currency={currency} />,
        },
        {
          key: 'percent',
          label: t('cabinet:deposits.percent'),
          figures: true,
          cell: ({ dailyPercent }) => percent(dailyPercent),
        },
        {
          key: 'accrued',
          label: t('cabinet:deposits.accrued'),
          figures: true,
          cell: ({ accrued, currency }) => <Amount value={accrued} currency={currency} />,
        },
        {
          key: 'endsAt',
          label: t('cabinet:deposits.endsAt'),
          cell: ({ closedAt, endsAt }) => (
            <time dateTime={closedAt ?? endsAt}>{date(closedAt ?? endsAt)}</time>
          ),
        },
        {
          key: 'status',
          label: t('cabinet:deposits.status'),
          cell: ({ status }) => <StateTag entry="deposit" state={status} />,
        },
      ]}
    />
  )
}
