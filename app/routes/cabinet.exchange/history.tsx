import { Amount } from '~/investments/amount'
import { type PastExchange } from '~/investments/exchanges.server'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { Link } from '~/ui/link/link'
import { Section } from '~/ui/section/section'
import { Table } from '~/ui/table/table'

/** The newest exchanges; the statement has them all. */
export function History({ exchanges }: { exchanges: readonly PastExchange[] }) {
  const { t, dateTime } = useI18n()
  return (
    <Section
      id="history"
      title={t('exchange:history.title')}
      aside={<Link href={paths.operations({ type: 'exchange_out' })}>{t('exchange:history.all')}</Link>}
    >
      <Table
        caption={t('exchange:history.title')}
        captionHidden
        rows={exchanges}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'createdAt',
            label: t('exchange:history.date'),
            lead: true,
            cell: ({ id, createdAt }) => (
              <Link href={paths.exchange({ done: id })}>
                <time dateTime={createdAt}>{dateTime(createdAt)}</time>
              </Link>
            ),
          },
          {
            key: 'given',
            label: t('exchange:given'),
            figures: true,
            cell: ({ amountFrom, from }) => <Amount value={amountFrom} currency={from} exact />,
          },
          {
            key: 'got',
            label: t('exchange:got'),
            figures: true,
            cell: ({ amountTo, to }) => <Amount value={amountTo} currency={to} exact />,
          },
        ]}
      />
    </Section>
  )
}
