import { Amount } from '~/investments/amount'
import { type PastExchange } from '~/investments/exchanges.server'
import { useI18n } from '~/locale/context'
import { Table } from '~/ui/table/table'

type BalancesProps = Pick<PastExchange, 'from' | 'to' | 'given' | 'got'> & {
  caption: string
  /** What the two columns are called. */
  before: string
  after: string
}

/** What is free in both currencies, before and after. */
export function Balances({ from, to, given, got, caption, before, after }: BalancesProps) {
  const { t } = useI18n()
  const rows = [
    { currency: from, ...given },
    { currency: to, ...got },
  ]
  return (
    <Table
      caption={caption}
      rows={rows}
      rowKey={({ currency }) => currency}
      columns={[
        {
          key: 'currency',
          label: t('exchange:balances.currency'),
          lead: true,
          cell: ({ currency }) => currency,
        },
        {
          key: 'before',
          label: before,
          figures: true,
          cell: (row) => <Amount value={row.before} currency={row.currency} exact />,
        },
        {
          key: 'after',
          label: after,
          figures: true,
          cell: (row) => <Amount value={row.after} currency={row.currency} exact />,
        },
      ]}
    />
  )
}
