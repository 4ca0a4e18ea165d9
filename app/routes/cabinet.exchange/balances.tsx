import { Amount } from '~/investments/amount'
import { type PastExchange } from '~/investments/exchanges.server'
import { Table } from '~/lists/table'
import { useI18n } from '~/locale/context'

type BalancesProps = Pick<PastExchange, 'from' | 'to' | 'given' | 'got'> & {
  caption: string
  /** What the two columns are called. */
  before: string
  after: string
}

/** The free balance of both currencies, before and after, where it is known. */
export function Balances({ from, to, given: sold, got, caption, before, after }: BalancesProps) {
  const { t } = useI18n()
  const rows = [...(sold ? [{ currency: from, ...sold }] : []), ...(got ? [{ currency: to, ...got }] : [])]
  if (rows.length === 0) return null
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
