import { type Page } from '@playwright/test'
import { expect, test } from '../support/journey'

/** Public and sign-in pages by the keyboard alone: every stop is reached in its order, and is seen to be. */

for (const path of ['/', '/investors', '/faq', '/contacts', '/vacancies/intern', '/login', '/register'])
  test(`${path} can be walked through by the keyboard`, async ({ page }) => {
    await page.goto(path)
    const stops = await numberStops(page)
    expect(stops).toBeGreaterThan(3)
    for (let stop = 1; stop <= stops; stop += 1) {
      await page.keyboard.press('Tab')
      expect(await focusOf(page), `stop ${stop} of ${stops}`).toEqual({ stop, isSeen: true })
    }
  })

test('an answer opens by the keyboard', async ({ page, say }) => {
  await page.goto('/faq')
  await page.locator('summary').first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(say('site:faq.a1'))).toBeVisible()
})

test.describe('scripts off', () => {
  test.use({ javaScriptEnabled: false })

  test('the calculator is asked by the keyboard, and leads to its answer', async ({ page, say }) => {
    await page.goto('/')
    await page.locator('[name=amount]').focus()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('2000')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/amount=2000/)
    await expect(page.getByRole('heading', { name: say('site:calculator.result') })).toBeFocused()
  })
})

/** Numbers everything that takes the focus and can be seen, from top to bottom. @returns how many there are */
function numberStops(page: Page): Promise<number> {
  return page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>(
      'a[href], button, input:not([type=hidden]), select, textarea, summary',
    )
    const stops = [...all].filter((element) => element.checkVisibility() && element.tabIndex >= 0)
    stops.forEach((element, place) => (element.dataset['stop'] = `${place + 1}`))
    return stops.length
  })
}

function focusOf(page: Page): Promise<{ stop: number; isSeen: boolean }> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return {
      stop: Number(element.dataset['stop']),
      isSeen: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
    }
  })
}
