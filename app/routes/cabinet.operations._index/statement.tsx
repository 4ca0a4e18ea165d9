import { type Operation } from '~/contract/statement'
import { StateTag } from '~/investments/state-tag'
import { Table } from '~/lists/table'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { paths, type OperationsQuery } from '~/paths'
import { Link } from '~/ui/link/link'
import { Money } from '~/ui/money/money'
import { Soft, Stack } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'
import { type SummaryRow } from '~/investments/statement.server'
import { DescriptionList } from '~/ui/description-list/description-list'
import * as styles from './operations.css'

/** The entry of an operation has a page if it is the investor's own; a reward's deposit belongs to a partner. */
const pagesOf: Partial<Record<Operation['type'], (id: string) => string>> = {
  refill: paths.topUp,
  payment: paths.withdrawal,
  payment_return: paths.withdrawal,
  deposit_open: paths.deposit,
  accrual: paths.deposit,
  deposit_close: paths.deposit,
}

/** One row for each account that was touched, newest first, figures to the last digit. */
export function Statement({ operations }: { operations: readonly Operation[] }) {
  const { t, dateTime, amountParts } = useI18n()
  const hasStates = operations.some(({ status }) => status !== 'unknown')
  return (
    <Table
      caption={t('cabinet:operations.list')}
      captionHidden
      rows={operations}
      rowKey={(operation) => operation.id}
      columns={[
        {
          key: 'type',
          label: t('cabinet:operations.type'),
          lead: true,
          cell: ({ type, reference, reason }) => {
            const name = t(`common:operation.${type}`)
            const page = pagesOf[type]
            if (page && reference) return <Link href={page(reference.id)}>{name}</Link>
            if (!reason) return name
            return (
              <>
                {name} <Soft small>{reason}</Soft>
              </>
            )
          },
        },
        {
          key: 'createdAt',
          label: t('cabinet:operations.date'),
          cell: ({ createdAt }) => given(createdAt, (at) => <time dateTime={at}>{dateTime(at)}</time>),
        },
        {
          key: 'account',
          label: t('cabinet:operations.account'),
          cell: ({ account }) => given(account, (name) => t(`common:account.${name}`)),
        },
        {
          key: 'status',
          label: t('cabinet:operations.status'),
          cell: ({ status }) => (hasStates ? <StateTag entry="operation" state={status} /> : null),
        },
        {
          key: 'amount',
          label: t('cabinet:operations.amount'),
          figures: true,
          cell: ({ amount, currency, direction }) => (
            <Money parts={amountParts(amount, currency, { exact: true })} direction={direction} />
          ),
        },
        {
          key: 'balanceAfter',
          label: t('cabinet:operations.balanceAfter'),
          figures: true,
          cell: ({ balanceAfter, currency }) =>
            given(balanceAfter, (value) => <Money parts={amountParts(value, currency, { exact: true })} />),
        },
      ]}
    />
  )
}

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
