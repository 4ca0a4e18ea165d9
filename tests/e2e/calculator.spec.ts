import { type Page } from '@playwright/test'
import { expectReadableCharts } from '../support/charts'
import { expect, test } from '../support/journey'
import { figure } from '../support/steps'
import { scriptedLanguages } from '../support/reading-modes'

/**
 * The calculator of the home page with scripts on; `tests/journeys/calculator.test.ts` tests it by HTML
 * alone.
 */

const amounts = {
  ru: {
    profit: '555,00 USDT',
    odd: '2500,5',
    cut: '1 387,77 USDT',
  },
  en: {
    profit: '555.00 USDT',
    odd: '2500.5',
    cut: '1,387.77 USDT',
  },
}
// 2,500.50 × 1.11 % × 50 is 1,387.7775.
const oddProfit = { ru: '1 387,7775 USDT', en: '1,387.7775 USDT' }

const result = (page: Page) => page.locator('#calculator-result')

for (const lng of scriptedLanguages) {
  test.describe(lng, () => {
    test.use({ lng })

    test('answers during typing, without a request', async ({ page }) => {
      await page.goto('/', { waitUntil: 'networkidle' })
      const requests: string[] = []
      page.on('request', (request) => requests.push(request.url()))
      await page.fill('[name=amount]', amounts[lng].odd)
      await expect(result(page).locator('output')).toHaveText(figure(oddProfit[lng]))
      await expect(result(page).locator('figure > div > div > svg').first()).toContainText(
        figure(amounts[lng].cut),
      )
      expect(requests).toEqual([])

      const { marks, labels } = await expectReadableCharts(page)
      expect(Math.min(marks, labels), 'figures and labels').toBeGreaterThan(1)
    })

    test('asks the server for the text of an error, another coin, and the way back', async ({
      page,
      say,
    }) => {
      await page.goto('/', { waitUntil: 'networkidle' })
      await page.fill('[name=amount]', '')
      const problem = page.locator('#calculator-amount-error')
      await expect(problem).toHaveText(say('refusals:code.amount_required'))
      await expect(result(page).locator('output')).toHaveText('—')
      await page.fill('[name=amount]', '1000')
      await expect(problem).toHaveCount(0)
      await expect(page.locator('[name=amount]')).not.toHaveAttribute('aria-invalid')
      await expect(result(page).locator('output')).toHaveText(figure(amounts[lng].profit))

      await page.selectOption('[name=coin]', 'TRX')
      await expect(result(page).locator('output')).toHaveText(/555[.,]00\sTRX/)
      await expect(result(page)).toContainText(say('site:calculator.worth'))
      await expect(page.locator('#calculator-amount-hint')).toContainText('TRX')
    })

    test('the browser and the server show the same figures', async ({ page, stack }) => {
      for (const [plan, coin, amount, by] of [
        ['breeze', 'USDT', '4999.99', 'day'],
        ['depth', 'USDT', '7777.123456', 'month'],
        ['tsunami', 'ETH', '123.123456789012345678', 'day'],
        ['breeze', 'TRX', '777.000001', 'month'],
      ] as const) {
        const typed = lng === 'ru' ? amount.replace('.', ',') : amount
        const query = new URLSearchParams({ plan, coin, amount: typed, unit: 'sec', by })
        await page.goto(`${stack.url}/?${query}`, { waitUntil: 'networkidle' })
        const shown = await result(page).locator('[data-day]').allTextContents()
        expect(shown.join()).not.toContain('—')
        await page.fill('[name=amount]', '')
        await expect(result(page).locator('output')).toHaveText('—')
        await page.fill('[name=amount]', typed)
        await expect(result(page).locator('output')).not.toHaveText('—')
        expect(await result(page).locator('[data-day]').allTextContents()).toEqual(shown)
      }
    })
  })
}

test('a page that is not cached runs the island, too', async ({ page }) => {
  await page.goto('/?from=elsewhere', { waitUntil: 'networkidle' })
  await page.fill('[name=amount]', '2000')
  await expect(result(page).locator('output')).toHaveText(figure('1,110.00 USDT'))
})
