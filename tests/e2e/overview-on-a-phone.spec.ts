import { demoInvestor } from '../support/investor'
import { expect, test } from '../support/journey'
import { enterCabinet } from '../support/steps'

// The height depends on what waits for the investor, and that on the day of the demonstration. It depends on the hour
// as well: until a deposit's hour the seven days to come begin today, and after it tomorrow; with two deposits between
// their hours they touch eight dates.
test.use({ clock: 'still' })

for (const [javaScriptEnabled, lng] of [
  [true, 'ru'],
  [false, 'en'],
] as const)
  test.describe(`scripts ${javaScriptEnabled ? 'on' : 'off'}, ${lng}`, () => {
    test.use({ javaScriptEnabled, lng, viewport: { width: 360, height: 740 } })

    test('the overview is two screens of a phone: money, what waits, and the week; the rest opens', async ({
      page,
      say,
    }) => {
      await enterCabinet(page, demoInvestor)
      await page.goto('/cabinet')
      // A company's page has no line about a demonstration.
      const demonstration = await page.getByText(say('common:demo.banner')).boundingBox()
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      expect(height - demonstration!.height).toBeLessThanOrEqual(2 * 740)
      const first = page.locator('main section h2')
      await expect(first.nth(0)).toHaveText(say('cabinet:dashboard.accounts'))
      await expect(first.nth(1)).toHaveText(say('cabinet:dashboard.needs.title'))
      await expect(first.nth(2)).toHaveText(say('cabinet:dashboard.week.title'))
      const chart = await page.locator('#course figure').boundingBox()
      expect(chart!.y + chart!.height).toBeLessThan(740)
      const coins = page.getByRole('heading', { name: say('cabinet:dashboard.leaders.title') })
      await expect(coins).toBeHidden()
      await page.locator('summary', { hasText: say('cabinet:dashboard.more') }).click()
      await expect(coins).toBeVisible()
      await expect(page.getByRole('heading', { name: say('cabinet:dashboard.deposits') })).toBeVisible()

      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto('/cabinet')
      await expect(coins).toBeVisible()
    })
  })
