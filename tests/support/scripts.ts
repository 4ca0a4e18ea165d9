import { type Page, expect } from '@playwright/test'
import { type Exchange } from './relay'

const maxBytes = 135 * 1024
/** Every request costs a slow line more than its bytes. */
const maxScripts = 25

/** From now on each page is the first one that its browser sees. */
export async function withoutCache(page: Page): Promise<void> {
  // What led here asks for its scripts too, and they are not the next page's.
  await page.goto('about:blank')
  const devtools = await page.context().newCDPSession(page)
  // Without this the next line is of no effect.
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
}

/** Opens a page, which loads no more script than a page of the cabinet may. @param answers what the browser was answered */
export async function expectLight(page: Page, answers: readonly Exchange[], path: string): Promise<void> {
  const before = answers.length
  // The script that opens the socket is the last to be loaded, once the page has nothing else to do.
  await Promise.all([page.waitForEvent('websocket'), page.goto(path)])
  const scripts = answers.slice(before).filter((answer) => answer.path.endsWith('.js'))
  const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0)
  const named = `${path}: ${scripts.map((script) => `${script.path} ${script.bytes}`).join(', ')}`
  expect(bytes, named).toBeGreaterThan(maxBytes / 2)
  expect(bytes, named).toBeLessThan(maxBytes)
  expect(scripts.length, named).toBeLessThanOrEqual(maxScripts)
}
