import { useI18n } from '~/locale/context'
import { Soft, Stack } from '~/ui/layout/layout'
import { Money } from '~/ui/money/money'
import { Section } from '~/ui/section/section'
import { Table } from '~/ui/table/table'
import { type SummaryRow } from '~/investments/summary-rows.server'

const figures = ['opening', 'in', 'out', 'closing'] as const satisfies (keyof SummaryRow)[]

/** Opening + in − out = closing, to the last digit, for each account. */
export function Summary({ rows }: { rows: readonly SummaryRow[] }) {
  const { t, amountParts } = useI18n()
  if (rows.length === 0) return null
  return (
    <Section id="summary" title={t('cabinet:operations.summary')}>
      <Stack gap={3}>
        <Soft>{t('cabinet:operations.summaryOf')}</Soft>
        <Table
          caption={t('cabinet:operations.summary')}
          captionHidden
          rows={rows}
          rowKey={({ currency, account }) => `${currency}-${account}`}
          columns={[
            {
              key: 'account',
              label: t('cabinet:operations.account'),
              lead: true,
              cell: ({ currency, account }) => `${currency}, ${t(`common:account.${account}`)}`,
            },
            ...figures.map((figure) => ({
              key: figure,
              label: t(`cabinet:operations.${figure}`),
              figures: true,
              cell: (row: SummaryRow) => (
                <Money parts={amountParts(row[figure], row.currency, { exact: true })} />
              ),
            })),
          ]}
        />
      </Stack>
    </Section>
  )
}
