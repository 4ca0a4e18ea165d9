import { type Browser, type Page, launch } from 'puppeteer-core'
import { until } from '../support/program'
import {
  type Engine,
  type Opening,
  type Reader,
  beginningWith,
  choiceSelector,
  fieldSelector,
  isReady,
  plain,
} from './reader'

/** Firefox by WebDriver BiDi, which it speaks itself. */
export const firefox: Engine = {
  name: 'Firefox',
  needs: { programs: ['firefox-esr'], packages: 'firefox-esr' },
  hasScripts: true,
  start,
}

async function start({ url, scripts }: Opening): Promise<Reader> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: '/usr/bin/firefox-esr',
    headless: true,
    args: scripts ? [] : ['--remote-allow-system-access'],
    defaultViewport: { width: 1280, height: 800 },
  })
  const page = await browser.newPage()
  if (!scripts) await turnScriptsOff(browser)
  const element = async (selector: string) => {
    const found = await page.waitForSelector(selector)
    if (!found) throw new Error(`Firefox finds no ${selector}`)
    return found
  }
  const press = async (selector: string) => (await element(`::-p-xpath(${selector})`)).click()
  return {
    async open(path) {
      await page.goto(url + path)
      if (scripts)
        await until(`the scripts of ${path} run`, async () => (await page.evaluate(isReady)) === true)
    },
    async type(field, text) {
      const input = await element(fieldSelector(field))
      // A field may be folded into a row.
      await input.evaluate((node) => node.closest('details')?.setAttribute('open', ''))
      await input.click({ count: 3 })
      await page.keyboard.press('Backspace')
      await input.type(text)
    },
    choose: async (choice) => (await element(choiceSelector(choice))).click(),
    press: (button) => press(beginningWith('button', button)),
    follow: (words) => press(beginningWith('a', words)),
    text: () => textOf(page),
    close: () => browser.close(),
  }
}

/** While a page is replaced by the next one there is no text to read. */
async function textOf(page: Page): Promise<string> {
  return plain(await page.evaluate('document.body.innerText').then(String, () => ''))
}

/** The part of the protocol that Firefox has beside the standard: its own windows, and scripts in them. */
interface SystemAccess {
  send(
    method: 'browsingContext.getTree',
    args: { 'moz:scope': 'chrome' },
  ): Promise<{
    result: { contexts: { context: string }[] }
  }>
  send(
    method: 'script.evaluate',
    args: { expression: string; awaitPromise: boolean; target: { context: string } },
  ): Promise<{ result: { type: string } }>
}

/**
 * Does what the switch "Disable JavaScript" of the developer tools does, in all tabs. With the preference
 * `javascript.enabled` the protocol could not read a page either.
 */
async function turnScriptsOff(browser: Browser): Promise<void> {
  const { connection } = browser as unknown as { connection: SystemAccess }
  const { result } = await connection.send('browsingContext.getTree', { 'moz:scope': 'chrome' })
  for (const { context } of result.contexts) {
    const expression =
      'for (const tab of gBrowser.tabs) tab.linkedBrowser.browsingContext.allowJavascript = false'
    const answer = await connection.send('script.evaluate', {
      expression,
      awaitPromise: false,
      target: { context },
    })
    if (answer.result.type !== 'success') throw new Error('Firefox did not turn scripts off')
  }
}
