import { type ActivityRow } from '~/identity/activity/rows.server'
import { Table } from '~/lists/table'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { Soft, Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { Tag } from '~/ui/tag/tag'

/** The pages of the entries that a record refers to. */
const pagesOf: Partial<Record<string, (id: string) => string>> = {
  refill: paths.topUp,
  payment: paths.withdrawal,
  deposit: (id) => paths.deposit(id),
  exchange: (done) => paths.exchange({ done }),
  subscription: () => paths.subscription(),
}

/** What was done in the account, newest first. */
export function ActivityTable({ rows }: { rows: readonly ActivityRow[] }) {
  const { t, dateHours } = useI18n()
  return (
    <Table
      caption={t('activity:page.title')}
      captionHidden
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        { key: 'what', label: t('activity:page.what'), lead: true, cell: (row) => <What {...row} /> },
        {
          key: 'at',
          label: t('activity:page.at'),
          cell: ({ at }) => <time dateTime={at}>{dateHours(at)}</time>,
        },
        { key: 'device', label: t('activity:page.device'), cell: ({ device }) => device },
        { key: 'address', label: t('activity:page.address'), cell: ({ address }) => address },
        {
          key: 'outcome',
          label: t('activity:page.outcome'),
          cell: ({ outcome }) => <Outcome outcome={outcome} />,
        },
      ]}
    />
  )
}

function What({ what, amounts, details, reference }: ActivityRow) {
  const { amount } = useI18n()
  const page = reference && pagesOf[reference.kind]
  // Written here, so that amounts which the reader has hidden stay hidden.
  const figures = amounts.map(({ value, currency }) => amount(value, currency, { exact: true }))
  return (
    <Stack gap={1}>
      {page ? <Link href={page(reference.id)}>{what}</Link> : <span>{what}</span>}
      {[figures.join(' → '), ...details].filter(Boolean).map((text) => (
        <Soft key={text} small>
          {text}
        </Soft>
      ))}
    </Stack>
  )
}

function Outcome({ outcome }: Pick<ActivityRow, 'outcome'>) {
  const { t } = useI18n()
  if (outcome === 'unknown') return <Tag icon="info">{t('common:status.unknown')}</Tag>
  return outcome === 'done' ? (
    <Tag icon="check" meaning="success">
      {t('activity:page.outcomes.done')}
    </Tag>
  ) : (
    <Tag icon="crossCircle" meaning="danger">
      {t('activity:page.outcomes.refused')}
    </Tag>
  )
}
