import { demoInvestor } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { languages } from '~/contract/languages'
import { signedIn } from '../support/visitor'

/**
 * A title says which page it is: in the history, among tabs and to who listens no two pages are called the same.
 */

const pages = [
  '/cabinet?period=7',
  '/cabinet?period=30',
  '/cabinet?period=30&of=income',
  '/cabinet?period=all',
  '/cabinet/operations',
  '/cabinet/operations?page=2',
  '/cabinet/deposits/new',
  '/cabinet/withdrawals/new',
  '/cabinet/deposits?status=closed',
  '/cabinet/withdrawals?status=rejected',
  '/cabinet/notifications',
  '/cabinet/notifications?page=2',
  '/cabinet/settings/activity',
  '/cabinet/settings/activity?page=2',
]
const lists = ['/cabinet/top-up', '/cabinet/deposits', '/cabinet/withdrawals', '/cabinet/referrals']

for (const lng of languages)
  test(`no two pages have one title, in ${lng}`, async ({ stack }) => {
    const visitor = await signedIn(stack.url, demoInvestor, lng)
    const opened = await Promise.all([...pages, ...lists].map((path) => visitor.visit(path)))
    const entries = opened
      .slice(pages.length)
      .flatMap((list, place) => list.entries(lists[place] ?? '').filter((path) => !path.endsWith('/new')))
    const all = [...opened, ...(await Promise.all([...new Set(entries)].map((path) => visitor.visit(path))))]
    expect(entries.length).toBeGreaterThan(12)
    const titles = all.map((page) => page.title)
    expect(titles.filter((title, place) => titles.indexOf(title) !== place)).toEqual([])
  })

test('a title has no amount that the reader has hidden', async ({ stack }) => {
  const visitor = await signedIn(stack.url, demoInvestor, 'en')
  const list = await visitor.visit('/cabinet/deposits')
  const [first = ''] = list.entries('/cabinet/deposits').filter((path) => !path.endsWith('/new'))
  expect((await visitor.visit(first)).title).toMatch(/\d\sUSDT/)
  await visitor.submit(list, 'name="amounts"')
  expect((await visitor.visit(first)).title).toContain('••••')
})
