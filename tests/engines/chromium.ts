import { chromium } from '@playwright/test'
import { chromiumArguments, findChromium } from '../support/chromium'
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

/** Chromium by Playwright: at the width of a desktop, and as a telephone of 360 px that is touched. */

const desktop = { viewport: { width: 1280, height: 800 } }
const telephone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

const engine = (name: string, device: typeof desktop | typeof telephone): Engine => ({
  name,
  needs: { programs: [findChromium()?.path ?? 'chromium'], packages: 'chromium' },
  hasScripts: true,
  start: (opening) => start(opening, device),
})

export const desktopChromium = engine('Chromium', desktop)
export const touchedChromium = engine('Chromium 360 px touched', telephone)

async function start({ url, scripts }: Opening, device: typeof desktop | typeof telephone): Promise<Reader> {
  const browser = await chromium.launch({
    args: chromiumArguments,
    executablePath: findChromium()?.path,
  })
  const page = await browser.newPage({ ...device, baseURL: url, javaScriptEnabled: scripts })
  page.setDefaultTimeout(15_000)
  const press = async (selector: string) => {
    const element = page.locator(selector).first()
    if (device === telephone) await element.tap()
    else await element.click()
  }
  return {
    async open(path) {
      await page.goto(path)
      if (scripts) await until(`the scripts of ${path} run`, () => page.evaluate<boolean>(isReady))
    },
    async type(field, text) {
      const input = page.locator(fieldSelector(field))
      // A field may be folded into a row.
      await input.evaluate((node) => node.closest('details')?.setAttribute('open', ''))
      await input.fill(text)
    },
    async choose(choice) {
      const field = page.locator(choiceSelector(choice))
      if (device === telephone) await field.tap()
      else await field.check()
    },
    press: (button) => press(beginningWith('button', button)),
    follow: (words) => press(beginningWith('a', words)),
    text: async () => plain(await page.locator('body').innerText()),
    close: () => browser.close(),
  }
}
