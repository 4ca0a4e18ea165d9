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
      compact
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
          phone: 'figure',
          cell: ({ amount, currency }) => <Amount value={amount} currency={currency} />,
        },
        {
          key: 'percent',
          label: t('cabinet:deposits.percent'),
          figures: true,
          phone: 'labelled',
          cell: ({ dailyPercent }) => given(dailyPercent, percent),
        },
        {
          key: 'accrued',
          label: t('cabinet:deposits.accrued'),
          figures: true,
          phone: 'labelled',
          // In what it was credited in, where the upstream tells that.
          cell: ({ accrued, accruedUsdt, currency }) =>
            accruedUsdt === null || accruedUsdt === undefined ? (
              given(accrued, (value) => <Amount value={value} currency={currency} />)
            ) : (
              <Amount value={accruedUsdt} currency="USDT" />
            ),
        },
        {
          key: 'endsAt',
          label: t('cabinet:deposits.endsAt'),
          phone: 'labelled',
          cell: ({ closedAt, endsAt }) =>
            given(closedAt ?? endsAt, (end) => <time dateTime={end}>{date(end)}</time>),
        },
        {
          key: 'status',
          label: t('cabinet:deposits.status'),
          phone: 'note',
          cell: ({ status }) => <StateTag entry="deposit" state={status} />,
        },
      ]}
    />
  )
}
