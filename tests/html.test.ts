import { setImmediate } from 'node:timers/promises'
import { HtmlValidate } from 'html-validate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Language, languages } from '~/contract/languages'
import { wrongTokens } from './support/autofill'
import { crawl } from './support/crawl'
import { publicAddresses } from './support/first-load'
import { type InProcessApp, startApp } from './support/in-process-app'
import { demoInvestor, demoOperator } from './support/investor'
import { ambiguousLinks } from './support/link-names'
import { isFull } from './support/reading-modes'
import { type Visitor, openVisitor } from './support/visitor'

/**
 * The HTML of the product is valid, each link says where it leads, and each field what a browser may fill in: on every public page, around sign-in, on error
 * pages, in the cabinet and in the operators' part.
 */

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard'],
  // The content policy does not let a style attribute count.
  rules: { 'no-inline-style': 'error' },
})

/** The languages differ only in their texts: a short run reads each page in one of them, in turns. */
const runs: Language[][] = isFull ? languages.map((language) => [language]) : [[...languages]]

/** Reads each page as the next of several visitors. */
function inTurns(visitors: readonly Visitor[]): Pick<Visitor, 'visit'> {
  let turn = 0
  return { visit: (path) => visitors[turn++ % visitors.length]!.visit(path) }
}

describe.each(runs.map((run) => ({ run, name: run.join(' and ') })))('every page in $name', ({ run }) => {
  let app: InProcessApp

  beforeAll(async () => {
    app = await startApp({ history: true })
  })
  afterAll(() => app.stop())

  const visitors = () => run.map((language) => openVisitor(app.url, language))
  async function visitorsAs(who: typeof demoInvestor): Promise<Visitor[]> {
    const all = visitors()
    for (const visitor of all) await visitor.submit(await visitor.visit('/login'), 'name="password"', who)
    return all
  }

  it('is sound on the public site and around signing in', async () => {
    const visitor = inTurns(visitors())
    const answer = '/?plan=breeze&coin=BTC&amount=0.5&unit=month&by=month'
    const around = ['/login', '/register', '/register/investor', '/password/forgot', '/password/reset']
    for (const path of [...(await publicAddresses(app.url)), answer, ...around])
      expect.soft(faultsOf((await visitor.visit(path)).html, wrongTokens), path).toEqual([])
  })

  it('is sound where something was refused', async () => {
    const forms = { '/login': 'password', '/register': 'passwordRepeat', '/contacts': 'message' }
    for (const visitor of visitors()) {
      for (const [path, field] of Object.entries(forms)) {
        const refused = await visitor.submit(await visitor.visit(path), `name="${field}"`)
        expect(refused.status, path).toBe(422)
        expect.soft(faultsOf(refused.html, wrongTokens), path).toEqual([])
      }
      const lost = await visitor.visit('/no-such-page')
      expect(lost.status).toBe(404)
      expect.soft(faultsOf(lost.html), 'a page that is not there').toEqual([])
    }
    for (const language of run) {
      const foreign = await fetch(`${app.url}/login`, {
        method: 'POST',
        body: new URLSearchParams({ login: 'x' }),
        headers: { origin: 'https://elsewhere.example', cookie: `lng=${language}` },
      })
      expect(foreign.status).toBe(403)
      expect.soft(faultsOf(await foreign.text()), 'a form from elsewhere').toEqual([])
    }
  })

  it.each([
    { area: '/cabinet', who: demoInvestor, minimum: 20 },
    { area: '/operator', who: demoOperator, minimum: 40 },
  ])('is sound wherever links lead from $area', { timeout: 360_000 }, async ({ area, who, minimum }) => {
    const isLeaf = (path: string) => !path.startsWith(area) || path.includes('?')
    const found = await crawl(inTurns(await visitorsAs(who)), area, isLeaf)
    // Links also lead to tables, calendars and other files.
    const pages = [...found.values()].filter(({ html }) => html.startsWith('<!DOCTYPE html>'))
    expect(pages.length).toBeGreaterThan(minimum)
    // What an operator types is about somebody else.
    const further = area === '/operator' ? [] : [wrongTokens]
    for (const { path, html } of pages) {
      expect.soft(faultsOf(html, ...further), path).toEqual([])
      // The app runs in this process: a minute without a turn would keep both sides from closing a connection in time.
      await setImmediate()
    }
  })
})

/** The validation errors, each with its rule and position, links that can't be told from each other, and what else is sought. */
function faultsOf(html: string, ...further: ((html: string) => string[])[]): string[] {
  const { results } = validator.validateStringSync(html)
  const errors = results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, offset }) => `${ruleId}: ${message} at ${html.slice(offset, offset + 80)}`,
    ),
  )
  return [...errors, ...[ambiguousLinks, ...further].flatMap((find) => find(html))]
}
