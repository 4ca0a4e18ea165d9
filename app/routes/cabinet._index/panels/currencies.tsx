import { type Balance } from '~/contract/user'
import { Amount, inUsdt } from '~/investments/amount'
import { Table } from '~/lists/table'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { Soft } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'
import { type Column } from '~/ui/table/table'

type Row = { currency: string } & Balance['currencies'][string]

/** Both accounts by currency. */
export function Currencies({ balance }: { balance: Balance }) {
  const { t, dateTime } = useI18n()
  const columns: Column<Row>[] = [
    {
      key: 'currency',
      label: t('common:account.currency'),
      lead: true,
      cell: ({ currency }) => currency,
    },
    {
      key: 'balance',
      label: t('common:account.balance'),
      figures: true,
      phone: 'labelled',
      cell: ({ currency, ...held }) =>
        given(held.balance, (value) => <Amount value={value} currency={currency} />),
    },
    {
      key: 'balance_dep',
      label: t('common:account.balance_dep'),
      figures: true,
      phone: 'labelled',
      cell: ({ currency, ...held }) =>
        given(held.balance_dep, (value) => <Amount value={value} currency={currency} />),
    },
    {
      key: 'worth',
      label: t('cabinet:dashboard.worth'),
      figures: true,
      phone: 'figure',
      cell: ({ inUsdt: worth }) => given(worth, inUsdt),
    },
  ]
  const rows = Object.entries(balance.currencies).map(([currency, held]): Row => ({ currency, ...held }))
  if (rows.length === 0) return null
  return (
    <Section id="currencies" title={t('cabinet:dashboard.byCurrency')}>
      <Table
        caption={t('cabinet:dashboard.byCurrency')}
        captionHidden
        compact
        columns={columns}
        rows={rows}
        rowKey={({ currency }) => currency}
      />
      {given(balance.asOf, (asOf) => (
        <Soft small>{t('cabinet:dashboard.asOf', { time: dateTime(asOf) })}</Soft>
      ))}
    </Section>
  )
}
