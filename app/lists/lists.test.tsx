import { load } from 'cheerio'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { I18nProvider } from '~/locale/context'
import { createServerI18n } from '~/locale/texts.server'
import { EmptyList } from './empty-list'
import { LeftOut } from './left-out'
import { type ListPage } from './list-page'
import { Pages } from './pages'
import { Table } from './table'

const languages = createServerI18n('Europe/Vilnius')
const { en } = languages

const shown = (page: React.ReactNode, i18n = en) =>
  renderToStaticMarkup(<I18nProvider value={i18n}>{page}</I18nProvider>)

const page = (count: number, own: Partial<ListPage> = {}): ListPage => ({
  items: Array.from({ length: count }, (_, id) => ({ id })),
  total: null,
  page: 1,
  limit: 20,
  ...own,
})
const pager = (list: ListPage) => shown(<Pages list={list} href={(at) => `/list?page=${at}`} />)

test('a list with a total shows the range of its entries', () => {
  const middle = pager(page(20, { total: 64, page: 2 }))
  expect(middle).toContain('21–40 of 64')
  expect(middle).toContain('/list?page=1')
  expect(middle).toContain('/list?page=3')
  expect(pager(page(4, { total: 64, page: 4 }))).toContain('61–64 of 64. That is all')
})

test('a list without a total shows its page, and links on from a full one', () => {
  const full = pager(page(20, { page: 3 }))
  expect(load(full).text()).toContain('Page 3')
  expect(load(full).text()).not.toContain('That is all')
  expect(full).toContain('/list?page=4')
  const last = pager(page(19, { page: 3 }))
  expect(last).toContain('Page 3. That is all')
  expect(last).not.toContain('/list?page=4')
})

test('a list that is not counted to its end says how far it was', () => {
  const first = pager(page(20, { moreThan: 1000 }))
  expect(first).toContain('1–20 of more than 1,000')
  expect(first).not.toContain('That is all')
  expect(first).toContain('/list?page=2')
  expect(pager(page(7, { moreThan: 1000, page: 60 }))).toContain(
    '1,181–1,187 of more than 1,000. That is all',
  )
})

test('unreadable entries count for a full page, too', () => {
  expect(pager(page(17, { leftOut: 3 }))).toContain('/list?page=2')
  expect(pager(page(0, { leftOut: 20 }))).toContain('/list?page=2')
  expect(pager(page(17, { leftOut: 2 }))).not.toContain('/list?page=2')
  expect(pager(page(0))).toBe('')
})

test.each([
  ['en', 1, '1 entry could not be shown.'],
  ['en', 2, '2 entries could not be shown.'],
  ['ru', 1, '1 запись не удалось показать.'],
  ['ru', 3, '3 записи не удалось показать.'],
  ['ru', 5, '5 записей не удалось показать.'],
] as const)('in %s a reader sees that %d entries could not be read', (language, leftOut, text) => {
  expect(shown(<LeftOut list={{ leftOut }} />, languages[language])).toContain(`>${text}<`)
})

test('no such text is shown if all could be read', () => {
  expect(shown(<LeftOut list={{}} />)).toBe('')
  expect(shown(<LeftOut list={{ leftOut: 0 }} />)).toBe('')
})

const empty = (list: ListPage, isFiltered = false) =>
  shown(
    <EmptyList
      list={list}
      isFiltered={isFiltered}
      href="/list"
      start="/list"
      title="None yet"
      text="Later"
    />,
  )

test('an empty page says why it is empty, as far as that is known', () => {
  expect(empty(page(0))).toContain('None yet')
  expect(empty(page(0), true)).toContain(en.t('common:list.noMatches'))
  expect(empty(page(0, { page: 2 }))).toContain(en.t('common:list.pastEnd'))
  expect(empty(page(0, { page: 9, total: 30 }))).toContain(en.t('common:list.pastEnd'))
  expect(empty(page(0, { leftOut: 2 }))).toBe('')
})

interface Row {
  id: string | null
  fee: string | null
  net: string | null
}

const table = (rows: readonly Row[]) =>
  shown(
    <Table
      caption="Rows"
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        { key: 'id', label: 'Number', lead: true, cell: ({ id }) => id },
        { key: 'fee', label: 'Fee', cell: ({ fee }) => fee },
        { key: 'net', label: 'Net', cell: ({ net }) => net },
      ]}
    />,
  )

test('an unknown cell says so, and a column that is unknown in every row is left out', () => {
  const html = table([
    { id: '1', fee: '0', net: null },
    { id: null, fee: null, net: null },
  ])
  const $ = load(html)
  const [stated, missing] = $('[data-label="Fee"]').toArray()
  expect($(stated).text()).toBe('0')
  expect($(missing).find('[aria-hidden="true"]').text()).toBe('—')
  expect($(missing).find('span:not([aria-hidden])').text()).toBe('not told')
  expect(html).not.toContain('Net')
  expect(html.match(/not told/g)).toHaveLength(2)
})
