import { type Operation } from '~/contract/statement'
import { Amount } from '~/investments/amount'
import { FailedPanel } from '~/layouts/banners'
import { Table } from '~/lists/table'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { paths } from '~/paths'
import { Link } from '~/ui/link/link'
import { Section } from '~/ui/section/section'
import { type Column } from '~/ui/table/table'

/** The newest; without any, the page has another beginning. */
export function Operations({ operations }: { operations: Operation[] | null }) {
  const { t } = useI18n()
  return (
    <Section
      id="operations"
      title={t('cabinet:dashboard.operations')}
      aside={<Link href={paths.operations()}>{t('cabinet:dashboard.allOperations')}</Link>}
    >
      {operations === null ? <FailedPanel /> : <Recent operations={operations} />}
    </Section>
  )
}

function Recent({ operations }: { operations: Operation[] }) {
  const { t, dateTime } = useI18n()
  const columns: Column<Operation>[] = [
    {
      key: 'operation',
      label: t('cabinet:dashboard.operation'),
      lead: true,
      cell: ({ type }) => t(`common:operation.${type}`),
    },
    {
      key: 'date',
      label: t('cabinet:dashboard.date'),
      cell: ({ createdAt }) => given(createdAt, (at) => <time dateTime={at}>{dateTime(at)}</time>),
    },
    {
      key: 'account',
      label: t('cabinet:operations.account'),
      cell: ({ account }) => given(account, (name) => t(`common:account.${name}`)),
    },
    {
      key: 'amount',
      label: t('cabinet:dashboard.amount'),
      figures: true,
      cell: ({ amount, currency, direction }) => (
        <Amount value={amount} currency={currency} direction={direction} />
      ),
    },
  ]
  return (
    <Table
      caption={t('cabinet:dashboard.operations')}
      captionHidden
      columns={columns}
      rows={operations}
      rowKey={({ id }) => id}
    />
  )
}
