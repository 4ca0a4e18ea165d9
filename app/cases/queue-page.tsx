import { type ReactNode } from 'react'
import { type CaseQueue } from '~/contract/extensions/operator/cases'
import { EmptyList } from '~/lists/empty-list'
import { FilterForm } from '~/lists/filter-form'
import { type ListPage } from '~/lists/list-page'
import { Pages } from '~/lists/pages'
import { useI18n } from '~/locale/context'
import { type TextKey } from '~/locale/keys'
import { type QueueQuery } from '~/operator-paths'
import { Soft, Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { Select } from '~/ui/select/select'
import { type Column, Table } from '~/ui/table/table'
import { Tabs } from '~/ui/tabs/tabs'
import { TextInput } from '~/ui/text-input/text-input'
import { queuePath } from './paths'
import { PrefetchPointed } from './prefetch'
import { SavedViews } from './saved-views'
import { type ViewsOffer } from './saved-views.server'
import { type SeveralOffer } from './several.server'
import { SeveralForm, Tick } from './several-form'

/** `all`: whatever its state. */
export type QueueState = string

interface QueuePageProps<Row extends { id: string | null }> {
  queue: CaseQueue
  list: Omit<ListPage, 'items'> & { items: readonly Row[] }
  query: QueueQuery
  /** The states that can be chosen, the usual one first. */
  states: readonly string[]
  /** A further filter in the address, with its value and what can be chosen. */
  filter?: {
    name: string
    label: string
    value?: string
    options: readonly { value: string; label: string }[]
  }
  /** By what the list can be sorted, for who sees no heads of columns. */
  sorting?: { value: string; options: readonly { value: string; label: string }[] }
  columns: readonly Column<Row>[]
  /** The main action of the page. */
  action?: ReactNode
  /** One decision on several cases; null where there is none to make. */
  several: SeveralOffer | null
  /** Null where no views are kept. */
  views: ViewsOffer | null
}

/** A queue: its filters in the address, and its cases, the one due first on top. */
export function QueuePage<Row extends { id: string | null }>(props: QueuePageProps<Row>) {
  const { queue, list, query, states, filter, sorting, columns, action, several, views } = props
  const { t } = useI18n()
  const path = queuePath[queue]
  const { search } = query
  const status = query.status ?? states[0]
  const hrefOf = (more: QueueQuery) => path({ ...query, page: undefined, ...more })
  const rows = list.items
  const ids = rows.flatMap(({ id }) => (id === null ? [] : [id]))
  const table = (
    <Table
      caption={t(`operator:queue.${queue}`)}
      captionHidden
      rows={rows}
      rowKey={({ id }) => id}
      columns={several ? columns.map((column) => (column.lead ? withTicks(column, ids) : column)) : columns}
    />
  )
  const pages = <Pages list={list} href={(page) => path({ ...query, page })} />
  return (
    <Stack gap={5}>
      <PageHeader
        title={t(`operator:queue.${queue}`)}
        lead={t(`cases:queue.lead.${queue}`)}
        action={action}
      />
      {views && <SavedViews queue={queue} {...views} />}
      <Tabs
        label={t('cases:queue.status.label')}
        items={states.map((value) => ({
          href: hrefOf({ status: value }),
          label: t(`cases:queue.status.${value}` as TextKey),
          current: value === status,
        }))}
      />
      <FilterForm
        key={`${status} ${search} ${filter?.value} ${sorting?.value} ${query.sortDir}`}
        action={path()}
      >
        <input type="hidden" name="status" value={status} />
        {query.sortDir !== undefined && <input type="hidden" name="sortDir" value={query.sortDir} />}
        {filter && (
          <Select
            id={filter.name}
            name={filter.name}
            label={filter.label}
            defaultValue={filter.value ?? ''}
            options={[{ value: '', label: t('common:list.all') }, ...filter.options]}
          />
        )}
        {sorting && (
          <Select
            id="sort"
            name="sort"
            label={t('cases:queue.sort')}
            defaultValue={sorting.value}
            options={sorting.options}
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
      {rows.length === 0 && (
        <EmptyList
          list={list}
          isFiltered={search !== undefined || filter?.value !== undefined}
          href={path()}
          start={hrefOf({})}
          title={t('cases:queue.empty')}
          text={t('cases:queue.emptyText')}
        />
      )}
      {search !== undefined && list.moreThan !== undefined && (
        <Soft>{t('cases:queue.moreThan', { count: list.moreThan })}</Soft>
      )}
      {rows.length > 0 && several ? (
        <SeveralForm queue={queue} several={several} shown={ids}>
          {table}
          {pages}
        </SeveralForm>
      ) : (
        <>
          {rows.length > 0 && table}
          {pages}
        </>
      )}
      <PrefetchPointed />
    </Stack>
  )
}

/** The column that names a case, with the box to tick it. */
function withTicks<Row extends { id: string | null }>(
  column: Column<Row>,
  ids: readonly string[],
): Column<Row> {
  return {
    ...column,
    cell: (row) =>
      row.id === null ? column.cell(row) : <Tick {...{ id: row.id, ids }}>{column.cell(row)}</Tick>,
  }
}
