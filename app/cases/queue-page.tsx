import { type ReactNode } from 'react'
import { type CaseQueue } from '~/contract/extensions/operator/cases'
import { EmptyList } from '~/lists/empty-list'
import { FilterForm } from '~/lists/filter-form'
import { type ListPage } from '~/lists/list-page'
import { Pages } from '~/lists/pages'
import { useI18n } from '~/locale/context'
import { type TextKey } from '~/locale/keys'
import { type QueueQuery } from '~/operator-paths'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { Select } from '~/ui/select/select'
import { type Column, Table } from '~/ui/table/table'
import { Tabs } from '~/ui/tabs/tabs'
import { TextInput } from '~/ui/text-input/text-input'
import { queuePath } from './paths'

/** `all`: whatever its state. */
export type QueueState = string

interface QueuePageProps<Row extends { id: string | null }> {
  queue: CaseQueue
  list: Omit<ListPage, 'items'> & { items: readonly Row[] }
  query: QueueQuery & { kind?: string }
  /** The states that can be chosen, the usual one first. */
  states: readonly string[]
  /** The kinds of inquiries. */
  kinds?: readonly string[]
  columns: readonly Column<Row>[]
  /** The main action of the page. */
  action?: ReactNode
}

/** A queue: its filters in the address, and its cases, the one due first on top. */
export function QueuePage<Row extends { id: string | null }>(props: QueuePageProps<Row>) {
  const { queue, list, query, states, kinds, columns, action } = props
  const { t } = useI18n()
  const path = queuePath[queue]
  const { search, kind } = query
  const status = query.status ?? states[0]
  const hrefOf = (more: QueueQuery) => path({ ...query, page: undefined, ...more })
  return (
    <Stack gap={5}>
      <PageHeader
        title={t(`operator:queue.${queue}`)}
        lead={t(`cases:queue.lead.${queue}`)}
        action={action}
      />
      <Tabs
        label={t('cases:queue.status.label')}
        items={states.map((value) => ({
          href: hrefOf({ status: value }),
          label: t(`cases:queue.status.${value}` as TextKey),
          current: value === status,
        }))}
      />
      <FilterForm key={`${status} ${search} ${kind}`} action={path()}>
        <input type="hidden" name="status" value={status} />
        {kinds && (
          <Select
            id="kind"
            name="kind"
            label={t('cases:queue.kindLabel')}
            defaultValue={kind ?? ''}
            options={[
              { value: '', label: t('common:list.all') },
              ...kinds.map((value) => ({ value, label: t(`cases:kind.${value}` as TextKey) })),
            ]}
          />
        )}
        <TextInput
          id="search"
          name="search"
          type="search"
          autoComplete="off"
          label={t('cases:queue.search')}
          hint={t(`cases:queue.searchHint.${queue}`)}
          defaultValue={search ?? ''}
          maxLength={100}
        />
      </FilterForm>
      {list.items.length > 0 ? (
        <Table
          caption={t(`operator:queue.${queue}`)}
          captionHidden
          rows={list.items}
          rowKey={({ id }) => id}
          columns={columns}
        />
      ) : (
        <EmptyList
          list={list}
          isFiltered={search !== undefined || kind !== undefined}
          href={path()}
          start={hrefOf({})}
          title={t('cases:queue.empty')}
          text={t('cases:queue.emptyText')}
        />
      )}
      <Pages list={list} href={(page) => path({ ...query, page })} />
    </Stack>
  )
}
