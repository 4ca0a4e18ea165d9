import { type Page } from '@playwright/test'
import { demoInvestor } from '../support/investor'
import { expect, test } from '../support/journey'
import { load, signIn } from '../support/steps'

/** Nothing on a page moves once it is shown, whenever its scripts and its typeface come. */

/** As the Layout Instability API has it. */
interface LayoutShift {
  value: number
  hadRecentInput: boolean
  sources: unknown[]
}

const paths = [
  ...['/cabinet', '/cabinet/deposits', '/cabinet/deposits/new', '/cabinet/top-up', '/cabinet/operations'],
  ...['/cabinet/withdrawals/new', '/cabinet/exchange', '/cabinet/referrals', '/cabinet/notifications'],
  '/cabinet/settings/verification',
]

const sizes = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]

const typefaces = {
  'its typeface': () => {},
  'a typeface that comes late': (page: Page) =>
    page.route('**/*.woff2', async (route) => {
      // Later than a browser waits before it draws the text.
      await page.waitForFunction(() => performance.now() > 1_500)
      await route.continue()
    }),
  'no typeface': (page: Page) => page.route('**/*.woff2', (route) => route.abort()),
}

const cases = sizes.flatMap((size) =>
  Object.entries(typefaces).map(([typeface, arrange]) => ({ size, typeface, arrange })),
)
for (const { size, typeface, arrange } of cases)
  test(`with ${typeface}, ${size.width} px wide`, async ({ page }) => {
    test.setTimeout(120_000)
    await page.setViewportSize(size)
    await signIn(page, demoInvestor)
    await page.addInitScript(() => {
      const shifts: LayoutShift[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const { hadRecentInput, value, sources } of list.getEntries() as unknown as LayoutShift[])
          if (!hadRecentInput) shifts.push({ hadRecentInput, value, sources })
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await arrange(page)
    for (const path of paths) {
      await load(page, path)
      await page.evaluate(() => document.fonts.ready)
      const shifts = await page.evaluate(() => (window as unknown as { shifts: LayoutShift[] }).shifts)
      const score = shifts.reduce((sum, { value }) => sum + value, 0)
      // An icon may move by a part of a pixel: a thousandth is a hundredth of what is still called good.
      expect.soft(score, `${path}: ${JSON.stringify(shifts)}`).toBeLessThan(0.001)
    }
  })
