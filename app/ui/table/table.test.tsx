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

test('each cell carries the name of its column for the phone, and its role for the reader', () => {
  const rows = [{ date: '5 January', amount: '1.00' }]
  const html = renderToStaticMarkup(
    <Table caption="Operations" columns={columns} rows={rows} rowKey={({ date }) => date} />,
  )
  expect(html).toMatch(/<caption[^>]*>Operations<\/caption>/)
  expect(html).toMatch(/<th[^>]*scope="row"[^>]*role="rowheader"[^>]*><div>5 January<\/div><\/th>/)
  expect(html).toMatch(/<td[^>]*role="cell"[^>]*data-label="Amount"[^>]*><div>1.00<\/div><\/td>/)
  expect(html.match(/role="columnheader"/g)).toHaveLength(2)
})

test('a head that sorts is a link, and only the one that has sorted says how', () => {
  const sorted = columns.map((column, at) => ({
    ...column,
    sort: { href: `/list?sort=${column.key}`, direction: at === 0 ? ('descending' as const) : null },
  }))
  const html = renderToStaticMarkup(
    <Table caption="Operations" columns={sorted} rows={[]} rowKey={() => ''} />,
  )
  expect(html).toMatch(/<th[^>]*aria-sort="descending"[^>]*><a href="\/list\?sort=date"[^>]*>Date/)
  expect(html).toMatch(/<a href="\/list\?sort=amount"[^>]*>Amount/)
  expect(html.match(/aria-sort/g)).toHaveLength(1)
})
