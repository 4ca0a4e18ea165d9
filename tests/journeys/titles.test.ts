import { accounts, operationStatuses, operationTypes } from '~/contract/words'
import { currentPassword, demoInvestor, demoOperator, newInvestor, tronWallet } from '../support/investor'
import { addAuthenticator } from '../support/second-factor'
import { expect, test } from '../support/in-process-journey'
import { languages } from '~/contract/languages'
import { plainLanguages } from '../support/reading-modes'
import { pageAddresses } from '../support/routes'
import { crawl } from '../support/crawl'
import { textsOf } from '../support/texts'
import { type Answer, openVisitor, signedIn } from '../support/visitor'

/**
 * A title says which page it is: in the history, among tabs and to who listens no two pages are called the same.
 */

/** The addresses of the tree of an area that have no parameter. */
const fixed = async (area: RegExp) =>
  (await pageAddresses()).filter((path) => area.test(path) && !path.includes(':'))

const pages = [
  '/cabinet?period=7',
  '/cabinet?period=30',
  '/cabinet?period=30&of=income',
  '/cabinet?period=all',
  '/cabinet/operations?page=2',
  '/cabinet/deposits?status=closed',
  '/cabinet/withdrawals?status=rejected',
  '/cabinet/notifications?page=2',
  '/cabinet/settings/activity?page=2',
]
/** Lists by each kind of filter. */
const filtered = [
  ...operationTypes.map((type) => `/cabinet/operations?type=${type}`),
  ...accounts.map((account) => `/cabinet/operations?account=${account}`),
  ...operationStatuses.map((status) => `/cabinet/operations?status=${status}`),
  '/cabinet/operations?currency=BTC',
  `/cabinet/operations?currency=BTC&type=${operationTypes[0]}`,
  '/cabinet/operations?from=2026-01-01&to=2026-01-31',
  '/cabinet/operations?from=2026-01-01&to=2026-01-30',
  '/cabinet/operations?from=2026-01-01',
  '/cabinet/operations?to=2026-01-31',
  ...['refill', 'bonus', 'other', 'long_login', 'mailing'].map(
    (type) => `/cabinet/notifications?type=${type}`,
  ),
  ...['pending', 'topped_up', 'rejected', 'timeout_expired'].map(
    (status) => `/cabinet/top-up?status=${status}`,
  ),
  '/cabinet/top-up?from=2026-01-01&to=2026-01-31',
  '/cabinet/referrals?level=1',
  '/cabinet/referrals?level=2',
  '/cabinet/referrals?search=an',
  '/cabinet/referrals?search=an&level=1',
  '/cabinet/referrals?sort=login&sortDir=asc',
  '/cabinet/referrals?sort=login&sortDir=desc',
]
const lists = [
  '/cabinet/top-up',
  '/cabinet/deposits',
  '/cabinet/withdrawals',
  '/cabinet/referrals',
  '/cabinet/notifications',
]

/** Lists of an operator by filters; those without one are of the tree. */
const operatorFilters = [
  '/operator/withdrawals?status=completed',
  '/operator/withdrawals?status=completed&search=investor',
  '/operator/top-ups?status=topped_up',
  '/operator/transfers?status=all',
  '/operator/verifications?status=all',
  '/operator/messages?status=all',
  '/operator/applications?status=all',
  '/operator/investors?search=investor',
]

interface Titled {
  title: string
  address: string
}

/** The titles that two of these pages share, each with its addresses. */
function sharedTitles(pages: readonly Titled[]): string[] {
  const byTitle = new Map<string, Set<string>>()
  for (const { title, address } of pages) byTitle.set(title, (byTitle.get(title) ?? new Set()).add(address))
  return [...byTitle]
    .filter(([, addresses]) => addresses.size > 1)
    .map(([title, addresses]) => `${title}: ${[...addresses].join(', ')}`)
}

const doubled = (pages: readonly Answer[]): string[] =>
  sharedTitles(pages.map(({ title, url }) => ({ title, address: url.pathname + url.search })))

for (const lng of languages)
  test(`no two pages have one title, in ${lng}`, async ({ stack }) => {
    const visitor = await signedIn(stack.url, demoInvestor, lng)
    const others = await fixed(/^\/(cabinet|demo)(\/|$)/)
    expect(others.length).toBeGreaterThan(20)
    const addresses = [...lists, ...pages, ...filtered, ...others]
    const opened = await Promise.all(addresses.map((path) => visitor.visit(path)))
    const statement = await visitor.visit('/cabinet/operations')
    const months = statement.links('/cabinet/operations?from=')
    expect(months.length).toBeGreaterThan(2)
    const entries = opened
      .slice(0, lists.length)
      .flatMap((list, place) => list.entries(lists[place] ?? '').filter((path) => !path.endsWith('/new')))
    const named = [...new Set([...entries, ...months])]
    const all = [...opened, ...(await Promise.all(named.map((path) => visitor.visit(path))))]
    expect(entries.length).toBeGreaterThan(12)
    expect(doubled(all)).toEqual([])
  })

for (const lng of languages)
  test(`no two public pages have one title, in ${lng}`, async ({ stack }) => {
    const visitor = openVisitor(stack.url, lng)
    const addresses = await fixed(/^\/(?!cabinet|operator|demo)/)
    const opened = await Promise.all(addresses.map((path) => visitor.visit(path)))
    const lists = opened.filter(({ url }) => ['/news', '/vacancies'].includes(url.pathname))
    const entries = lists.flatMap((list) => list.entries(list.url.pathname))
    expect(entries.length).toBeGreaterThan(3)
    const all = [...opened, ...(await Promise.all(entries.map((path) => visitor.visit(path))))]
    // Those for who has signed in lead to the sign-in, whose address then says where to go on.
    expect(doubled(all.filter(({ url }) => !url.searchParams.has('redirectTo')))).toEqual([])
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
    for (const path of [...(await fixed(/^\/operator(\/|$)/)), ...operatorFilters]) {
      const list = await operator.visit(path)
      const { pathname } = list.url
      const entries = list.entries(pathname).slice(0, 6)
      const opened = await Promise.all(entries.map((entry) => operator.visit(entry)))
      // What is done to one of them has pages of its own.
      const below = opened.slice(0, 2).flatMap((one) => one.entries(one.url.pathname))
      pages.push(list, ...opened, ...(await Promise.all(below.map((entry) => operator.visit(entry)))))
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
  test(`a form that asks for the password, and then for a code, says which of them, in ${lng}`, async ({
    stack,
  }) => {
    const say = textsOf(lng)
    const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
    const visitor = await signedIn(stack.url, investor, lng, { readsMessages: false })
    const form = await visitor.visit('/cabinet/withdrawals/new')
    const values = { system: 'usdt-trc20', amount: '200', wallet: tronWallet }
    const review = await visitor.submit(form, 'name="amount"', values)
    const password = await visitor.submit(review, 'name="figures"')
    const code = await visitor.submit(password, 'name="figures"', { currentPassword })
    expect([review, password, code].map(({ title }) => title)).toEqual(
      (['review', 'password', 'code'] as const).map((one) =>
        say(`common:title.${one}`, { title: form.title }),
      ),
    )

    const factor = await visitor.visit('/cabinet/settings/security/totp')
    const questioned = await visitor.submit(factor, 'name="name"', { name: 'Phone' })
    expect(questioned.title).toBe(say('common:title.password', { title: factor.title }))
  })

for (const lng of languages)
  test(`the page of a second factor has its name in the title, in ${lng}`, async ({ stack }) => {
    const investor = await newInvestor(stack.backendUrl)
    const visitor = await signedIn(stack.url, investor, lng)
    await addAuthenticator(investor, 'Phone')
    await addAuthenticator(investor, 'Laptop')
    const list = await visitor.visit('/cabinet/settings/security')
    const named = list.entries('/cabinet/settings/security').filter((path) => /[0-9a-f]{8}/.test(path))
    const titles = (await Promise.all(named.map((path) => visitor.visit(path)))).map(({ title }) => title)
    expect(titles.map((title) => /Phone|Laptop/.exec(title)?.[0]).sort()).toEqual(['Laptop', 'Phone'])
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

/** Parameters of lists that show the same entries in another order, or more of them at once. */
const ofSameList = ['sort', 'sortDir', 'limit']
/** Pages whose address fills in a form. */
const filledIn = /\/(new|correct)$|^\/cabinet\/exchange$/
const ofForms = ['amount', 'currency', 'from', 'direction']

/** The address without what leaves its page the same. */
function samePage(path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://here')
  for (const name of [...ofSameList, ...(filledIn.test(pathname) ? ofForms : [])]) searchParams.delete(name)
  // The language that the page is in already.
  searchParams.delete('lng')
  if (pathname === '/cabinet/withdrawals/new') searchParams.delete('system')
  searchParams.sort()
  return `${pathname}?${searchParams}`
}

/** Filters that are chosen in a form, so that no link leads to them. */
const chosenByForm: Record<string, string[]> = {
  '/cabinet': [
    ...['group=money', 'outcome=refused', 'from=2026-01-01&to=2026-01-31'].map(
      (filter) => `/cabinet/settings/activity?${filter}`,
    ),
  ],
  '/operator': [
    ...['search=investor', 'kind=refill', 'actor=operator', 'from=2026-01-01'].map(
      (filter) => `/operator/audit?${filter}`,
    ),
    ...['message', 'deletion', 'not_me', 'factors_lost', 'subscriber'].map(
      (kind) => `/operator/messages?kind=${kind}`,
    ),
    ...['/operator/content/news?search=a', '/operator/links?search=a'],
  ],
  '/': [
    '/search?q=risk',
    '/search?q=fee',
    '/?amount=500&coin=USDT&plan=breeze',
    '/?amount=600&coin=USDT&plan=breeze',
  ],
}

for (const { area, who } of [
  { area: '/cabinet', who: demoInvestor },
  { area: '/operator', who: demoOperator },
  { area: '/', who: null },
])
  for (const lng of plainLanguages)
    test(`wherever links and filters lead from ${area}, no two pages have one title, in ${lng}`, async ({
      stack,
    }) => {
      const visitor = openVisitor(stack.url, lng)
      if (who) await visitor.submit(await visitor.visit('/login'), 'name="password"', who)
      const isIn = (path: string) =>
        area === '/' ? !/^\/(cabinet|operator|demo|login|register)/.test(path) : path.startsWith(area)
      const found = await crawl(visitor, area, (path) => !isIn(path) || path.includes('?'))
      const addresses = [...found.values()].filter(
        ({ path, status, html }) => status === 200 && isIn(path) && html.startsWith('<!DOCTYPE html>'),
      )
      const chosen = await Promise.all(chosenByForm[area]!.map((path) => visitor.visit(path)))
      expect(chosen.map(({ status }) => status)).toEqual(chosen.map(() => 200))
      const titled = [
        ...addresses,
        ...chosen.map(({ url, html }) => ({ path: url.pathname + url.search, html })),
      ].map(({ path, html }) => ({
        title: /<title>([^<]*)/.exec(html)?.[1] ?? '',
        address: samePage(path),
      }))
      expect(titled.length).toBeGreaterThan(15)
      expect(sharedTitles(titled)).toEqual([])
    })
