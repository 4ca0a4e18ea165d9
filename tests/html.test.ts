import { HtmlValidate } from 'html-validate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Language, languages } from '~/contract/languages'
import { crawl } from './support/crawl'
import { publicAddresses } from './support/first-load'
import { type InProcessApp, startApp } from './support/in-process-app'
import { demoOperator } from './support/investor'
import { openVisitor, signedIn } from './support/visitor'
import { isFull } from './support/reading-modes'

/**
 * The HTML of the product is valid: on every public page, around sign-in, on error pages, and in the cabinet.
 */

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard'],
  // The content policy does not let a style attribute count.
  rules: { 'no-inline-style': 'error' },
})

describe('the HTML of every page', { timeout: 240_000 }, () => {
  let app: InProcessApp

  beforeAll(async () => {
    app = await startApp({ history: true })
  })
  afterAll(() => app.stop())

  it.each(languages)('is valid on the public site in %s', async (language) => {
    const visitor = openVisitor(app.url, language)
    const answer = '/?plan=breeze&coin=BTC&amount=0.5&unit=month&by=month'
    for (const path of inTurn(language, [...(await publicAddresses(app.url)), answer]))
      expect.soft(faultsOf((await visitor.visit(path)).html), path).toEqual([])
  })

  it.each(languages)('is valid on the pages around signing in, in %s', async (language) => {
    const visitor = openVisitor(app.url, language)
    for (const path of ['/login', '/register', '/register/investor', '/password/forgot', '/password/reset'])
      expect.soft(faultsOf((await visitor.visit(path)).html), path).toEqual([])
  })

  it.each(languages)('is valid on error pages, in %s', async (language) => {
    const visitor = openVisitor(app.url, language)
    const forms = { '/login': 'password', '/register': 'passwordRepeat', '/contacts': 'message' }
    for (const [path, field] of Object.entries(forms)) {
      const refused = await visitor.submit(await visitor.visit(path), `name="${field}"`)
      expect(refused.status, path).toBe(422)
      expect.soft(faultsOf(refused.html), path).toEqual([])
    }
    const lost = await visitor.visit('/no-such-page')
    expect(lost.status).toBe(404)
    expect.soft(faultsOf(lost.html), 'a page that is not there').toEqual([])
    const foreign = await fetch(`${app.url}/login`, {
      method: 'POST',
      body: new URLSearchParams({ login: 'x' }),
      headers: { origin: 'https://elsewhere.example', cookie: `lng=${language}` },
    })
    expect(foreign.status).toBe(403)
    expect.soft(faultsOf(await foreign.text()), 'a form from elsewhere').toEqual([])
  })

  it.each(languages)('is valid on every page that the cabinet links to, in %s', async (language) => {
    const investor = { login: 'investor', password: 'Demo-investor-1' }
    const visitor = await signedIn(app.url, investor, language)
    const isLeaf = (path: string) => !path.startsWith('/cabinet') || path.includes('?')
    const pages = [...(await crawl(visitor, '/cabinet', isLeaf)).values()].filter(isDocument)
    expect(pages.length).toBeGreaterThan(20)
    for (const { path, html } of inTurn(language, pages)) expect.soft(faultsOf(html), path).toEqual([])
  })

  it.each(languages)('is valid on every page that the operator’s part links to, in %s', async (language) => {
    const visitor = openVisitor(app.url, language)
    await visitor.submit(await visitor.visit('/login'), 'name="password"', demoOperator)
    const isLeaf = (path: string) => !path.startsWith('/operator') || path.includes('?')
    const pages = [...(await crawl(visitor, '/operator', isLeaf)).values()].filter(isDocument)
    expect(pages.length).toBeGreaterThan(40)
    for (const { path, html } of inTurn(language, pages)) expect.soft(faultsOf(html), path).toEqual([])
  })
})

/** The languages differ only in their texts: a short run reads each page in one of them. */
function inTurn<Page>(language: Language, pages: Page[]): Page[] {
  const turn = languages.indexOf(language)
  return pages.filter((_, place) => isFull || place % languages.length === turn)
}

/** Excludes tables, calendars and other files that pages link to. */
function isDocument({ html }: { html: string }): boolean {
  return html.startsWith('<!DOCTYPE html>')
}

/** The validation errors, each with its rule and position. */
function faultsOf(html: string): string[] {
  const { results } = validator.validateStringSync(html)
  return results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, offset }) => `${ruleId}: ${message} at ${html.slice(offset, offset + 80)}`,
    ),
  )
}
