import { type Page, expect } from '@playwright/test'
import { type Exchange } from './relay'

const maxBytes = 136 * 1024
/** On a slow line the number of requests costs more than their bytes. */
const maxScripts = 18

/** Makes every following page load without a cache. */
export async function withoutCache(page: Page): Promise<void> {
  // The previous page is still loading scripts, which do not count for the next page.
  await page.goto('about:blank')
  const devtools = await page.context().newCDPSession(page)
  // The next line has no effect without this.
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
}

/**
 * Opens a page, and checks that it loads no more script than a page of the cabinet may. @param answers the
 * answers that the browser got
 */
export async function expectLight(page: Page, answers: readonly Exchange[], path: string): Promise<void> {
  const before = answers.length
  // The script that opens the socket is loaded last, when the page is idle.
  await Promise.all([page.waitForEvent('websocket'), page.goto(path)])
  const scripts = answers.slice(before).filter((answer) => answer.path.endsWith('.js'))
  const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0)
  const named = `${path}: ${scripts.map((script) => `${script.path} ${script.bytes}`).join(', ')}`
  expect(bytes, named).toBeGreaterThan(maxBytes / 2)
  expect(bytes, named).toBeLessThan(maxBytes)
  expect(scripts.length, named).toBeLessThanOrEqual(maxScripts)
}
