import { Table } from '~/lists/table'
import { useI18n } from '~/locale/context'
import { type OperationsQuery } from '~/paths'
import { Money } from '~/ui/money/money'
import { Soft, Stack } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'
import { type SummaryRow } from '~/investments/statement.server'
import { DescriptionList } from '~/ui/description-list/description-list'
import * as styles from './operations.css'

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

interface PrintedHeadProps {
  login: string
  /** ISO 8601. */
  madeAt: string
  filters: OperationsQuery
}

/** The head of a printed statement: whose it is, of which days, and by which filters. */
export function PrintedHead({ login, madeAt, filters }: PrintedHeadProps) {
  const { t, has, day, dateTime } = useI18n()
  const { from, to, type, currency, account, status } = filters
  const word = (key: string) => (has(key) ? [t(key)] : [])
  const only = [
    ...word(`common:operation.${type}`),
    ...(currency ? [currency] : []),
    ...word(`common:account.${account}`),
    ...word(`common:status.operation.${status}`),
  ]
  return (
    <div className={styles.printed}>
      <DescriptionList
        facts={[
          { term: t('cabinet:operations.printed.of'), value: login },
          {
            term: t('common:list.from'),
            value: from ? day(from) : t('cabinet:operations.printed.begin'),
          },
          {
            term: t('common:list.to'),
            value: to ? day(to) : t('cabinet:operations.printed.today'),
          },
          only.length > 0 && { term: t('cabinet:operations.printed.only'), value: only.join(', ') },
          { term: t('cabinet:operations.printed.made'), value: dateTime(madeAt) },
        ]}
      />
    </div>
  )
}
