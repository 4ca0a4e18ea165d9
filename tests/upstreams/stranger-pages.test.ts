import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningApp, startAppOn } from '../support/in-process-app'
import { textsOf } from '../support/texts'
import { type Visitor, openVisitor, signedIn } from '../support/visitor'
import { type Deviation } from '../stranger/deviations'
import { type Stranger, startStranger } from '../stranger/stranger'
import { brokenPages, cabinetPages } from './pages'

/** Pages of the product on a third-party upstream. */

const publicPages = [
  '/',
  '/about',
  '/investors',
  '/faq',
  '/news',
  '/risk',
  '/privacy',
  '/accessibility',
  '/login',
  '/register',
]

describe.each(['ru', 'en'] as const)('on a third-party upstream, in %s,', (language) => {
  let stranger: Stranger
  let app: RunningApp
  let investor: Visitor

  beforeAll(async () => {
    stranger = await startStranger()
    app = await startAppOn(stranger.url, { env: { DEMO: '0' } })
    investor = await signedIn(app.url, stranger.investor, language)
  })
  afterAll(async () => {
    await app.stop()
    await stranger.close()
  })

  it.each(publicPages)('%s works', async (path) => {
    expect(await brokenPages(openVisitor(app.url, language), [path])).toEqual([])
  })

  it('the privacy page promises no download where the cabinet has none', async () => {
    const { text } = await openVisitor(app.url, language).visit('/privacy')
    expect(text).toContain(textsOf(language)('site:privacy.rightsElsewhereText'))
    expect(text).not.toContain(textsOf(language)('site:privacy.rightsText'))
  })

  it('the overview has no total if the upstream sends none', async () => {
    const { text } = await investor.visit('/cabinet')
    expect(text).toContain(textsOf(language)('cabinet:dashboard.accounts'))
    expect(text).not.toContain(textsOf(language)('cabinet:dashboard.total'))
  })

  it.each(cabinetPages)('%s works', async (path) => {
    expect(await brokenPages(investor, [path])).toEqual([])
  })
})

describe('an unreadable row', () => {
  it.each(['ru', 'en'] as const)('is reported as left out of its list, in %s', async (language) => {
    const stranger = await startStranger({ deviations: ['rows-bad'] })
    const app = await startAppOn(stranger.url, { env: { DEMO: '0' } })
    try {
      const investor = await signedIn(app.url, stranger.investor, language)
      const said = textsOf(language)('common:list.leftOut_one', { count: 1 })
      const lists = ['deposits', 'top-up', 'withdrawals', 'operations', 'notifications']
      const silent = []
      for (const list of lists) {
        const { text } = await investor.visit(`/cabinet/${list}`)
        if (!text.includes(said)) silent.push(list)
      }
      expect(silent).toEqual([])
    } finally {
      await app.stop()
      await stranger.close()
    }
  })
})

describe('a company that has a name and no data about a licence', () => {
  it('is not reported as unlicensed', async () => {
    const stranger = await startStranger()
    const app = await startAppOn(stranger.url, { env: { DEMO: '0' } })
    try {
      for (let count = 0; count < 5; count += 1)
        stranger.answerNext('GET', '/settings/company', { status: 200, body: { name: 'Sea and Sons' } })
      const { text, html } = await openVisitor(app.url, 'en').visit('/about')
      expect(text).toContain('Sea and Sons')
      expect(html).not.toMatch(/licence for financial|None for financial/)
    } finally {
      await app.stop()
      await stranger.close()
    }
  })
})

/** Pages in the navigation that need data about the company. */
const companyPages = ['/contacts', '/team', '/vacancies']

describe('a company without data about itself', () => {
  it.each<[string, Deviation[]]>([
    ['by 404', []],
    ['by null', ['settings-unknown-null']],
    ['by an object without fields', ['settings-unknown-object']],
    ['by an empty answer', ['settings-unknown-nothing']],
    ['by a page', ['settings-unknown-page']],
    ['by a crash', ['settings-unknown-crash']],
  ])('%s has no pages about it, and no links to them', async (_, deviations) => {
    const stranger = await startStranger({ deviations })
    const app = await startAppOn(stranger.url, { env: { DEMO: '0' } })
    try {
      const visitor = openVisitor(app.url, 'en')
      const { $ } = await visitor.visit('/')
      expect(companyPages.filter((path) => $(`a[href="${path}"]`).length > 0)).toEqual([])
      const statuses = await Promise.all(companyPages.map(async (path) => (await visitor.visit(path)).status))
      expect(statuses).toEqual(companyPages.map(() => 404))
      expect(await brokenPages(visitor, ['/about'])).toEqual([])
      const cabinet = await (await signedIn(app.url, stranger.investor, 'en')).visit('/cabinet')
      expect(cabinet.$('footer a[href="/contacts"]')).toHaveLength(0)
      const { status, text } = await visitor.visit('/subscribe')
      expect([status, text]).not.toEqual([200, expect.stringContaining('Try again')])
    } finally {
      await app.stop()
      await stranger.close()
    }
  })
})
