import { type Balance } from '~/contract/user'
import { FailedPanel } from '~/layouts/failed-panel'
import { Amount } from '~/investments/amount'
import { useI18n } from '~/locale/context'
import { Soft, Stack } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'
import { type Column, Table } from '~/ui/table/table'

type Row = { currency: string } & Balance['currencies'][string]

/** Both accounts by currency with their worth, and the worth of all. */
export function Balances({ balance }: { balance: Balance | null }) {
  const { t, dateTime } = useI18n()
  return (
    <Section id="accounts" title={t('cabinet:dashboard.accounts')}>
      {balance ? (
        <>
          <Stack gap={1}>
            <Soft>{t('cabinet:dashboard.total')}</Soft>
            <p>
              <Amount value={balance.totalInUsdt} currency={balance.currency} size="large" />
            </p>
            <Soft small>{t('cabinet:dashboard.asOf', { time: dateTime(balance.asOf) })}</Soft>
          </Stack>
          <Currencies balance={balance} />
        </>
      ) : (
        <FailedPanel />
      )}
    </Section>
  )
}

function Currencies({ balance }: { balance: Balance }) {
  const { t } = useI18n()
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
      cell: ({ currency, ...held }) => <Amount value={held.balance} currency={currency} />,
    },
    {
      key: 'balance_dep',
      label: t('common:account.balance_dep'),
      figures: true,
      cell: ({ currency, ...held }) => <Amount value={held.balance_dep} currency={currency} />,
    },
    {
      key: 'worth',
      label: t('cabinet:dashboard.worth'),
      figures: true,
      cell: ({ inUsdt }) => <Amount value={inUsdt} currency={balance.currency} />,
    },
  ]
  const rows = Object.entries(balance.currencies).map(([currency, held]): Row => ({ currency, ...held }))
  return (
    <Table
      caption={t('cabinet:dashboard.accounts')}
      captionHidden
      columns={columns}
      rows={rows}
      rowKey={({ currency }) => currency}
    />
  )
}
