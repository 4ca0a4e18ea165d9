import { AxeBuilder } from '@axe-core/playwright'
import { type Page, expect } from '@playwright/test'
import { showsYield } from './risk'
import { type Language, textsOf } from './texts'

/**
 * The languages and themes that every page is looked at in on a desk; on a phone it is looked at in the other theme.
 * So each language meets each theme and each width, and with TEST_FULL all three.
 */
export const looks = [
  { lng: 'ru', colorScheme: 'light' },
  { lng: 'en', colorScheme: 'dark' },
  ...(process.env['TEST_FULL']
    ? ([
        { lng: 'ru', colorScheme: 'dark' },
        { lng: 'en', colorScheme: 'light' },
      ] as const)
    : []),
] as const satisfies { lng: Language; colorScheme: 'light' | 'dark' }[]

/**
 * One heading, no style attribute, the risk notice beside any yield, no sideways scroll on a narrow phone, and nothing
 * that axe finds: on a desk in the theme that the reader has, on a phone in the other one.
 */
export async function expectSound(page: Page): Promise<void> {
  const path = new URL(page.url()).pathname
  const main = page.locator('main')
  await expect(main.locator('h1'), `${path} has one heading of the first order`).toHaveCount(1)
  await expect(page.locator('[style]'), `${path} has no style attributes`).toHaveCount(0)
  if (showsYield(await main.innerText())) {
    const language = (await page.locator('html').getAttribute('lang')) as Language
    await expect(main, `${path} says what is at risk`).toContainText(textsOf(language)('common:risk.notice'))
  }
  await expectNoViolation(page)

  const size = page.viewportSize()
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const [own, other] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  await page.emulateMedia({ colorScheme: other, reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 360, height: 780 })
  await expectNoViolation(page)

  await page.setViewportSize({ width: 320, height: 640 })
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, `${path} scrolls sideways at 320 px`).toBeLessThanOrEqual(0)
  await page.emulateMedia({ colorScheme: own })
  if (size) await page.setViewportSize(size)
}

async function expectNoViolation(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' · ')}`)
  const width = page.viewportSize()?.width
  expect(told, `axe on ${new URL(page.url()).pathname}, ${width} px wide`).toEqual([])
}
