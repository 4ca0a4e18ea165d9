import { type Deposit } from '~/contract/funds'
import { Amount } from '~/investments/amount'
import { planName } from '~/investments/names'
import { StateTag } from '~/investments/state-tag'
import { Table } from '~/lists/table'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { paths } from '~/paths'
import { Link } from '~/ui/link/link'

export function DepositTable({ deposits }: { deposits: Deposit[] }) {
  const i18n = useI18n()
  const { t, percent, date } = i18n
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
          cell: ({ id, plan }) => <Link href={paths.deposit(id)}>{planName(plan, i18n)}</Link>,
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
          cell: ({ dailyPercent }) => given(dailyPercent, percent),
        },
        {
          key: 'accrued',
          label: t('cabinet:deposits.accrued'),
          figures: true,
          cell: ({ accrued, currency }) =>
            given(accrued, (value) => <Amount value={value} currency={currency} />),
        },
        {
          key: 'endsAt',
          label: t('cabinet:deposits.endsAt'),
          cell: ({ closedAt, endsAt }) =>
            given(closedAt ?? endsAt, (end) => <time dateTime={end}>{date(end)}</time>),
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
