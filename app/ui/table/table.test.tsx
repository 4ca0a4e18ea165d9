import { load } from 'cheerio'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type Column, Table } from './table'

interface Row {
  date: string
  amount: string
}

const columns: Column<Row>[] = [
  { key: 'date', label: 'Date', lead: true, cell: ({ date }) => date },
  { key: 'amount', label: 'Amount', figures: true, cell: ({ amount }) => amount },
]

test('each cell carries the name of its column for phones, and its role for screen readers', () => {
  const rows = [{ date: '5 January', amount: '1.00' }]
  const $ = load(
    renderToStaticMarkup(
      <Table caption="Operations" columns={columns} rows={rows} rowKey={({ date }) => date} />,
    ),
  )
  expect($('caption').text()).toBe('Operations')
  expect($('th[scope="row"][role="rowheader"]').text()).toBe('5 January')
  expect($('td[role="cell"][data-label="Amount"]').text()).toBe('1.00')
  expect($('[role="columnheader"]')).toHaveLength(2)
})

test('a table below a heading of the same text has it as its name, and does not repeat it', () => {
  const $ = load(
    renderToStaticMarkup(
      <Table caption="Operations" captionHidden columns={columns} rows={[]} rowKey={() => ''} />,
    ),
  )
  expect($('table').attr('aria-label')).toBe('Operations')
  expect($('table').text()).not.toContain('Operations')
})

test('a sortable head is a link, and only the sorted one names its direction', () => {
  const sorted = columns.map((column, at) => ({
    ...column,
    sort: { href: `/list?sort=${column.key}`, direction: at === 0 ? ('descending' as const) : null },
  }))
  const $ = load(
    renderToStaticMarkup(<Table caption="Operations" columns={sorted} rows={[]} rowKey={() => ''} />),
  )
  expect($('th[aria-sort="descending"] > a[href="/list?sort=date"]').text()).toMatch(/^Date/)
  expect($('a[href="/list?sort=amount"]').text()).toMatch(/^Amount/)
  expect($('[aria-sort]')).toHaveLength(1)
})
