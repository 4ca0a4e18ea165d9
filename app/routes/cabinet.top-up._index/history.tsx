import { type Refill } from '~/contract/funds'
import { FilterForm } from '~/lists/filter-form'
import { FailedPanel } from '~/layouts/banners'
import { StateTag } from '~/investments/state-tag'
import { useI18n } from '~/locale/context'
import { type DayErrors } from '~/lists/list-query.server'
import { DaysFields } from '~/lists/days-fields'
import { EmptyList } from '~/lists/empty-list'
import { LeftOut } from '~/lists/left-out'
import { type ListPage } from '~/lists/list-page'
import { Pages } from '~/lists/pages'
import { Table } from '~/lists/table'
import { paths } from '~/paths'
import { Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { Money } from '~/ui/money/money'
import { Section } from '~/ui/section/section'
import { Select } from '~/ui/select/select'

export interface HistoryFilters {
  status?: string
  /** Days as `YYYY-MM-DD`. */
  from?: string
  to?: string
}

interface HistoryProps {
  /** Null if the days are invalid, or the list could not be read. */
  list: ListPage<Refill> | null
  filters: HistoryFilters
  dayErrors: DayErrors | null
}

const statuses = ['pending', 'topped_up', 'rejected', 'timeout_expired'] as const satisfies Refill['status'][]

/** Earlier top-ups, newest first, with their filters in the address. */
export function History({ list, filters, dayErrors }: HistoryProps) {
  const { t } = useI18n()
  return (
    <Section id="history" title={t('cabinet:topUp.history')}>
      <Stack gap={5}>
        <FilterFields key={paths.topUps(filters)} filters={filters} dayErrors={dayErrors} />
        {!list && !dayErrors && <FailedPanel />}
        {list && (
          <>
            <LeftOut list={list} />
            {list.items.length > 0 ? (
              <RefillTable refills={list.items} />
            ) : (
              <EmptyList
                list={list}
                isFiltered={Object.keys(filters).length > 0}
                href={paths.topUps()}
                start={paths.topUps(filters)}
                title={t('cabinet:topUp.empty')}
                text={t('cabinet:topUp.emptyText')}
              />
            )}
            <Pages list={list} href={(page) => paths.topUps({ ...filters, page })} />
          </>
        )}
      </Stack>
    </Section>
  )
}

function FilterFields({ filters, dayErrors }: Omit<HistoryProps, 'list'>) {
  const { t } = useI18n()
  return (
    <FilterForm action={paths.topUps()} fold={{ isOpen: Object.keys(filters).length > 0 }}>
      <Select
        id="status"
        name="status"
        label={t('cabinet:topUp.status')}
        defaultValue={filters.status ?? ''}
        options={[
          { value: '', label: t('common:list.all') },
          ...statuses.map((value) => ({ value, label: t(`common:status.refill.${value}`) })),
        ]}
      />
      <DaysFields from={filters.from} to={filters.to} errors={dayErrors} />
    </FilterForm>
  )
}

function RefillTable({ refills }: { refills: readonly Refill[] }) {
  const { t, date, amountParts } = useI18n()
  return (
    <Table
      caption={t('cabinet:topUp.history')}
      captionHidden
      compact
      rows={refills}
      rowKey={(refill) => refill.id}
      columns={[
        {
          key: 'createdAt',
          label: t('cabinet:topUp.created'),
          lead: true,
          cell: ({ id, createdAt }) => (
            <Link href={paths.topUp(id)}>{createdAt === null ? id : date(createdAt)}</Link>
          ),
        },
        { key: 'network', label: t('cabinet:refill.network'), phone: 'note', cell: ({ network }) => network },
        {
          key: 'requestAmount',
          label: t('cabinet:topUp.requested'),
          figures: true,
          phone: 'figure',
          cell: ({ requestAmount, currency }) => <Money parts={amountParts(requestAmount, currency)} />,
        },
        {
          key: 'creditedAmount',
          label: t('cabinet:topUp.credited'),
          figures: true,
          phone: 'labelled',
          cell: ({ creditedAmount, currency }) =>
            creditedAmount === null ? (
              t('cabinet:topUp.notCredited')
            ) : (
              <Money parts={amountParts(creditedAmount, currency)} />
            ),
        },
        {
          key: 'status',
          label: t('cabinet:topUp.status'),
          phone: 'note',
          cell: ({ status }) => <StateTag entry="refill" state={status} />,
        },
      ]}
    />
  )
}
