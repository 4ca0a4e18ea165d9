import { demoInvestor, demoOperator, tronWallet } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { languages } from '~/contract/languages'
import { textsOf } from '../support/texts'
import { type Answer, openVisitor, signedIn } from '../support/visitor'

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

/** Queues, and what an operator keeps up. */
const operatorLists = [
  '/operator/withdrawals',
  '/operator/withdrawals?status=completed',
  '/operator/top-ups',
  '/operator/top-ups?status=topped_up',
  '/operator/verifications',
  '/operator/messages',
  '/operator/applications',
  '/operator/investors',
  '/operator/approvals',
  '/operator/people',
  '/operator/content/plans',
  '/operator/content/payment-systems',
  '/operator/content/subscription',
  '/operator/content/news',
]

/** The titles that two of these pages share, each with its addresses. */
function doubled(pages: readonly Answer[]): string[] {
  const byTitle = new Map<string, Set<string>>()
  for (const { title, url } of pages)
    byTitle.set(title, (byTitle.get(title) ?? new Set()).add(url.pathname + url.search))
  return [...byTitle]
    .filter(([, addresses]) => addresses.size > 1)
    .map(([title, addresses]) => `${title}: ${[...addresses].join(', ')}`)
}

for (const lng of languages)
  test(`no two pages have one title, in ${lng}`, async ({ stack }) => {
    const visitor = await signedIn(stack.url, demoInvestor, lng)
    const opened = await Promise.all([...pages, ...lists].map((path) => visitor.visit(path)))
    const entries = opened
      .slice(pages.length)
      .flatMap((list, place) => list.entries(lists[place] ?? '').filter((path) => !path.endsWith('/new')))
    const all = [...opened, ...(await Promise.all([...new Set(entries)].map((path) => visitor.visit(path))))]
    expect(entries.length).toBeGreaterThan(12)
    expect(doubled(all)).toEqual([])
  })

test('a title has no amount that the reader has hidden', async ({ stack }) => {
  const visitor = await signedIn(stack.url, demoInvestor, 'en')
  const list = await visitor.visit('/cabinet/deposits')
  const [first = ''] = list.entries('/cabinet/deposits').filter((path) => !path.endsWith('/new'))
  expect((await visitor.visit(first)).title).toMatch(/\d\sUSDT/)
  await visitor.submit(list, 'name="amounts"')
  expect((await visitor.visit(first)).title).toContain('••••')
})

for (const lng of languages)
  test(`no two pages of an operator have one title, in ${lng}`, async ({ stack }) => {
    const operator = openVisitor(stack.url, lng)
    await operator.submit(await operator.visit('/login'), 'name="password"', demoOperator)
    const pages: Answer[] = []
    for (const path of operatorLists) {
      const list = await operator.visit(path)
      const { pathname } = list.url
      const entries = list.entries(pathname).filter((one) => !/\/(batches|rule)$/.test(one))
      pages.push(...(await Promise.all(entries.slice(0, 6).map((entry) => operator.visit(entry)))))
      if (!path.includes('?')) pages.push(list)
    }
    expect(pages.length).toBeGreaterThan(40)
    expect(pages.filter(({ status }) => status !== 200).map(({ url }) => url.pathname)).toEqual([])
    expect(doubled(pages)).toEqual([])
  })

for (const lng of languages)
  test(`a form, its errors and its review page have titles of their own, in ${lng}`, async ({ stack }) => {
    const say = textsOf(lng)
    const visitor = await signedIn(stack.url, demoInvestor, lng)
    const forms: { path: string; values: Record<string, string> }[] = [
      { path: '/cabinet/deposits/new', values: { planId: 'breeze', currency: 'USDT', amount: '300' } },
      { path: '/cabinet/exchange', values: { from: 'USDT', to: 'BTC', amount: '100' } },
      {
        path: '/cabinet/withdrawals/new',
        values: { system: 'usdt-trc20', amount: '60', wallet: tronWallet },
      },
      { path: '/cabinet/subscription', values: { optionId: 'month' } },
    ]
    for (const { path, values } of forms) {
      const form = await visitor.visit(path)
      const field = `name="${Object.keys(values).at(-1)}"`
      const failed = await visitor.submit(form, field, { [Object.keys(values)[0] ?? '']: 'x' })
      const review = await visitor.submit(form, field, values)
      expect(review.$('main [name="figures"]')).toHaveLength(1)
      expect(review.title).toBe(say('common:title.review', { title: form.title }))
      expect(failed.title).toBe(say('common:title.error', { title: form.title }))
    }
  })

for (const lng of languages)
  test(`the page on which an entry is closed or cancelled says which one, in ${lng}`, async ({ stack }) => {
    const visitor = await signedIn(stack.url, demoInvestor, lng)
    const pages = await Promise.all(
      [
        { list: '/cabinet/deposits', act: 'close' },
        { list: '/cabinet/withdrawals', act: 'cancel' },
      ].map(async ({ list, act }) => {
        const entries = (await visitor.visit(list)).entries(list)
        return Promise.all(entries.slice(0, 5).map((entry) => visitor.visit(`${entry}/${act}`)))
      }),
    )
    expect(pages.flat().length).toBeGreaterThan(5)
    expect(doubled(pages.flat())).toEqual([])
  })
