import { load } from 'cheerio'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '~/contract/languages'
import { crawl, type Crawled, headingsOf, textsIn } from './support/crawl'
import { publicAddresses } from './support/first-load'
import { showsYield } from './support/risk'
import { type Stack, startStack } from './support/stack'
import { textsOf } from './support/texts'
import { openVisitor, readHtml } from './support/visitor'

/**
 * The public site, crawled by its links in each language: links work, each page has a title, a description
 * and headings of its own in one language, and search engines find all of it.
 */

describe('the public site', { timeout: 240_000 }, () => {
  let stack: Stack
  let addresses: string[]
  const walks = new Map<string, Map<string, Crawled>>()

  beforeAll(async () => {
    stack = await startStack()
    addresses = await publicAddresses(stack.url)
    const isPublic = (path: string) => addresses.includes(path.split('?', 1)[0] ?? '')
    for (const language of languages)
      walks.set(language, await crawl(openVisitor(stack.url, language), '/', (path) => !isPublic(path)))
  })
  afterAll(() => stack.stop())

  /** The public pages in a language, including those without links to them. */
  async function pagesIn(language: string): Promise<Crawled[]> {
    const walked = walks.get(language)!
    return Promise.all(
      addresses.map(async (path) => {
        const known = walked.get(path)
        if (known) return known
        const answer = await fetch(stack.url + path, { headers: { cookie: `lng=${language}` } })
        return { path, status: answer.status, html: await answer.text(), links: [] }
      }),
    )
  }

  it('has a page for each vacancy and each news item', () => {
    expect(addresses.filter((path) => /^\/vacancies\/[^/]+$/.test(path))).toHaveLength(3)
    expect(addresses.filter((path) => /^\/news\/[^/]+$/.test(path)).length).toBeGreaterThan(3)
  })

  it.each(languages)('has no broken link in %s, including fragments', (language) => {
    const pages = walks.get(language)!
    const dead = [...pages.values()].filter(({ status }) => status !== 200).map(({ path }) => path)
    expect(dead).toEqual([])
    for (const { path, links } of pages.values())
      for (const link of links) {
        const [page = '', place] = link.split('#')
        if (place) expect(pages.get(page || path)?.html, `${path} → ${link}`).toContain(`id="${place}"`)
      }
  })

  it.each(languages)('gives each page a title and a description of its own in %s', async (language) => {
    const seen = { title: new Map<string, string>(), description: new Map<string, string>() }
    for (const { path, html } of await pagesIn(language)) {
      const $ = readHtml(html)
      expect($('html').attr('lang'), path).toBe(language)
      const title = $('head title').text()
      const description = $('meta[name="description"]').attr('content')
      expect(title, path).not.toBe('')
      expect(seen.title.get(title), `${path}: ${title}`).toBeUndefined()
      seen.title.set(title, path)
      if (isUnlisted(html)) continue
      expect(description?.length, path).toBeGreaterThan(20)
      expect(seen.description.get(description!), `${path}: ${description}`).toBeUndefined()
      seen.description.set(description!, path)
    }
  })

  it.each(languages)('has one first-order heading and skips no order in %s', async (language) => {
    for (const { path, html } of await pagesIn(language)) {
      const levels = headingsOf(html)
      expect(
        levels.filter((level) => level === 1),
        path,
      ).toEqual([1])
      expect(levels[0], path).toBe(1)
      levels.forEach((level, place) =>
        expect(level - (levels[place - 1] ?? 0), `${path}: ${levels.join()}`).toBeLessThanOrEqual(1),
      )
    }
  })

  it.each(languages)('uses one language on every page in %s', async (language) => {
    const [own, other] = [wordsOf(language), wordsOf(language === 'ru' ? 'en' : 'ru')]
    const foreign = new Set([...other].filter((text) => !own.has(text)))
    for (const { path, html } of await pagesIn(language)) {
      const texts = textsIn(html, { without: 'body [lang]' })
      expect(
        texts.filter((text) => foreign.has(text)),
        path,
      ).toEqual([])
      if (language === 'en')
        expect(
          texts.filter((text) => /[а-яё]/i.test(text)),
          path,
        ).toEqual([])
    }
  })

  it.each(languages)('describes each page in %s with structured data', async (language) => {
    const kinds = new Map<string, string>()
    for (const { path, html } of await pagesIn(language)) {
      const json = readHtml(html)('script[type="application/ld+json"]').html()
      if (json) kinds.set(path, (JSON.parse(json) as { '@type': string })['@type'])
    }
    expect(kinds.get('/')).toBe('Organization')
    expect(kinds.get('/faq')).toBe('FAQPage')
    expect(kinds.get('/vacancies/lawyer')).toBe('JobPosting')
    const items = [...kinds].filter(([path]) => path.startsWith('/news/'))
    expect(items.map(([, kind]) => kind)).toEqual(items.map(() => 'NewsArticle'))
  })

  it.each([
    ['ru', ''],
    ['en', '?lng=en'],
  ])('has one canonical address for each page in %s', async (language, query) => {
    for (const { path, html } of await pagesIn(language)) {
      if (isUnlisted(html)) continue
      const canonical = readHtml(html)('link[rel="canonical"]').attr('href')
      expect(canonical).toBe(stack.url + path + query)
    }
  })

  it.each(languages)('shows the risk on every page that shows a yield, in %s', async (language) => {
    const riskWarning = textsOf(language)('common:risk.warning')
    const withYields = (await pagesIn(language)).filter(({ html }) => showsYield(mainOf(html)))
    expect(withYields.map(({ path }) => path)).toEqual(expect.arrayContaining(['/', '/investors']))
    expect(
      withYields.filter(({ html }) => !mainOf(html).includes(riskWarning)).map(({ path }) => path),
    ).toEqual([])
  })

  it('has a security.txt, and sends password managers to the password page', async () => {
    const said = await fetch(`${stack.url}/.well-known/security.txt`)
    expect(said.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const text = await said.text()
    expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m)
    expect(text).toContain(`Canonical: ${stack.url}/.well-known/security.txt`)
    const [, expires = ''] = /^Expires: (.+)$/m.exec(text) ?? []
    expect(Date.parse(expires)).toBeGreaterThan(Date.now())
    const change = await fetch(`${stack.url}/.well-known/change-password`, { redirect: 'manual' })
    expect([change.status, change.headers.get('location')]).toEqual([303, '/cabinet/settings/password'])
    const map = await (await fetch(`${stack.url}/sitemap.xml`)).text()
    expect(map).not.toContain('well-known')
  })

  it('has a sitemap: every indexable page, in both languages, and no other', async () => {
    const answer = await fetch(`${stack.url}/sitemap.xml`)
    expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    const $ = load(await answer.text(), { xml: true })
    const mapped = $('url > loc')
      .toArray()
      .map((place) => $(place).text())
    const listed = (await pagesIn('en')).filter(({ html }) => !isUnlisted(html))
    const wanted = listed.flatMap(({ path }) => [stack.url + path, `${stack.url}${path}?lng=en`])
    expect([...mapped].sort()).toEqual([...wanted].sort())
    const entry = $('url').filter((_, url) => $(url).children('loc').text().endsWith('/faq?lng=en'))
    for (const [language, query] of [
      ['ru', ''],
      ['en', '?lng=en'],
      ['x-default', ''],
    ])
      expect(entry.find(`[hreflang="${language}"]`).attr('href')).toBe(`${stack.url}/faq${query}`)
    const robots = await (await fetch(`${stack.url}/robots.txt`)).text()
    expect(robots).toContain(`Sitemap: ${stack.url}/sitemap.xml`)
  })

  it.each(['/news/no-such-item', '/vacancies/no-such-vacancy'])('has nothing at %s', async (path) => {
    const answer = await fetch(stack.url + path)
    expect(answer.status).toBe(404)
    expect(isUnlisted(await answer.text())).toBe(true)
  })
})

/** The text of a page's main part. */
function mainOf(html: string): string {
  return textsIn(html, { within: 'main' }).join(' ')
}

/** Results of forms are for their senders only. */
function isUnlisted(html: string): boolean {
  return readHtml(html)('meta[name="robots"]').attr('content') === 'noindex'
}

/** All texts of a language that have no parameters. */
function wordsOf(language: string): Set<string> {
  const texts = ['common', 'site', 'errors', 'refusals'].flatMap((namespace) =>
    leavesOf(JSON.parse(readFileSync(`locales/${language}/${namespace}.json`, 'utf8')) as object),
  )
  return new Set(texts.filter((text) => !text.includes('{')))
}

function leavesOf(texts: object): string[] {
  return Object.values(texts).flatMap((text: unknown) =>
    typeof text === 'string' ? [text] : leavesOf(text as object),
  )
}
