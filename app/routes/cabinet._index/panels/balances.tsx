import { type Balance } from '~/contract/user'
import { Amount, inUsdt } from '~/investments/amount'
import { FailedPanel } from '~/layouts/banners'
import { Table } from '~/lists/table'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { Soft, Stack } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'
import { type Column } from '~/ui/table/table'

type Row = { currency: string } & Balance['currencies'][string]

/** Both accounts by currency with their worth, and the worth of all. */
export function Balances({ balance }: { balance: Balance | null }) {
  const { t, dateTime } = useI18n()
  return (
    <Section id="accounts" title={t('cabinet:dashboard.accounts')}>
      {balance ? (
        <>
          {balance.totalInUsdt !== null && (
            <Stack gap={1}>
              <Soft>{t('cabinet:dashboard.total')}</Soft>
              <p>
                <Amount value={balance.totalInUsdt} currency={balance.currency} size="large" />
              </p>
              {balance.asOf !== null && (
                <Soft small>{t('cabinet:dashboard.asOf', { time: dateTime(balance.asOf) })}</Soft>
              )}
            </Stack>
          )}
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
      cell: ({ currency, ...held }) =>
        given(held.balance, (value) => <Amount value={value} currency={currency} />),
    },
    {
      key: 'balance_dep',
      label: t('common:account.balance_dep'),
      figures: true,
      cell: ({ currency, ...held }) =>
        given(held.balance_dep, (value) => <Amount value={value} currency={currency} />),
    },
    {
      key: 'worth',
      label: t('cabinet:dashboard.worth'),
      figures: true,
      cell: ({ inUsdt: worth }) => given(worth, inUsdt),
    },
  ]
  const rows = Object.entries(balance.currencies).map(([currency, held]): Row => ({ currency, ...held }))
  if (rows.length === 0) return null
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
