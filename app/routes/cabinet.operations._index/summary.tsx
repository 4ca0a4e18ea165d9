import { type OperationSummary } from '~/contract/user'
import { useI18n } from '~/i18n/context'
import { Soft, Stack } from '~/ui/layout/layout'
import { Money } from '~/ui/money/money'
import { Section } from '~/ui/section/section'
import { Table } from '~/ui/table/table'

const accounts = ['balance', 'balance_dep'] as const
const figures = ['opening', 'in', 'out', 'closing'] as const

const isZero = (figure: string) => !/[1-9]/.test(figure)

/** Opening + in − out = closing, to the last digit, for each account that was touched or holds something. */
export function Summary({ summary }: { summary: OperationSummary }) {
  const { t, amountParts } = useI18n()
  const rows = Object.entries(summary)
    .flatMap(([currency, of]) => accounts.map((account) => ({ currency, account, ...of[account] })))
    .filter((row) => figures.some((figure) => !isZero(row[figure])))
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
              cell: (row: (typeof rows)[number]) => (
                <Money parts={amountParts(row[figure], row.currency, { exact: true })} />
              ),
            })),
          ]}
        />
      </Stack>
    </Section>
  )
}
