import { HtmlValidate } from 'html-validate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '~/contract/languages'
import { crawl } from './support/crawl'
import { publicAddresses } from './support/first-load'
import { type Stack, startStack } from './support/stack'
import { openVisitor, signedIn } from './support/visitor'
import { isFull } from './support/reading-modes'

/** The HTML that is sent is valid: on every public page, on those around it, on those of errors, and in the cabinet. */

const validator = new HtmlValidate({ root: true, extends: ['html-validate:standard'] })

describe('the HTML of every page', { timeout: 240_000 }, () => {
  let stack: Stack

  beforeAll(async () => {
    stack = await startStack()
  })
  afterAll(() => stack.stop())

  it.each(languages)('is valid on the public site in %s', async (language) => {
    const visitor = openVisitor(stack.url, language)
    const answer = '/?plan=breeze&coin=BTC&amount=0.5&unit=month&by=month'
    for (const path of [...(await publicAddresses(stack.url)), answer])
      expect.soft(faultsOf((await visitor.visit(path)).html), path).toEqual([])
  })

  it.each(languages)('is valid around signing in, in %s', async (language) => {
    const visitor = openVisitor(stack.url, language)
    for (const path of ['/login', '/register', '/register/investor', '/password/forgot', '/password/reset'])
      expect.soft(faultsOf((await visitor.visit(path)).html), path).toEqual([])
  })

  it.each(languages)('is valid where something went wrong, in %s', async (language) => {
    const visitor = openVisitor(stack.url, language)
    const forms = { '/login': 'password', '/register': 'passwordRepeat', '/contacts': 'message' }
    for (const [path, field] of Object.entries(forms)) {
      const refused = await visitor.submit(await visitor.visit(path), `name="${field}"`)
      expect(refused.status, path).toBe(422)
      expect.soft(faultsOf(refused.html), path).toEqual([])
    }
    const lost = await visitor.visit('/no-such-page')
    expect(lost.status).toBe(404)
    expect.soft(faultsOf(lost.html), 'a page that is not there').toEqual([])
    const foreign = await fetch(`${stack.url}/login`, {
      method: 'POST',
      body: new URLSearchParams({ login: 'x' }),
      headers: { origin: 'https://elsewhere.example', cookie: `lng=${language}` },
    })
    expect(foreign.status).toBe(403)
    expect.soft(faultsOf(await foreign.text()), 'a form from elsewhere').toEqual([])
  })

  it.each(languages)('is valid on every page that the cabinet leads to, in %s', async (language) => {
    const investor = { login: 'investor', password: 'Demo-investor-1' }
    const visitor = await signedIn(stack.url, investor, language)
    const isLeaf = (path: string) => !path.startsWith('/cabinet') || path.includes('?')
    const pages = [...(await crawl(visitor, '/cabinet', isLeaf)).values()].filter(isDocument)
    expect(pages.length).toBeGreaterThan(20)
    // The languages differ in their words only: a short run reads every other page in the one, the rest in the other.
    const turn = languages.indexOf(language)
    const read = pages.filter((_, place) => isFull || place % languages.length === turn)
    for (const { path, html } of read) expect.soft(faultsOf(html), path).toEqual([])
  })
})

/** Not a table, a calendar or another file that a page leads to. */
function isDocument({ html }: { html: string }): boolean {
  return html.startsWith('<!DOCTYPE html>')
}

/** What is not valid, by its rule and with the place where it stands. */
function faultsOf(html: string): string[] {
  const { results } = validator.validateStringSync(html)
  return results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, offset }) => `${ruleId}: ${message} at ${html.slice(offset, offset + 80)}`,
    ),
  )
}
