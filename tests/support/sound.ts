import { AxeBuilder } from '@axe-core/playwright'
import { type Page, expect } from '@playwright/test'
import { type Language } from './texts'

/** The languages and themes that every page is looked at in: each of both, and with TEST_FULL every pair. */
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

/** One heading, no style attribute, nothing that axe finds, and no sideways scroll on a narrow phone. */
export async function expectSound(page: Page): Promise<void> {
  const path = new URL(page.url()).pathname
  await expect(page.locator('main h1'), `${path} has one heading of the first order`).toHaveCount(1)
  await expect(page.locator('[style]'), `${path} has no style attributes`).toHaveCount(0)

  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' · ')}`)
  expect(told, `axe on ${path}`).toEqual([])

  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, `${path} scrolls sideways at 320 px`).toBeLessThanOrEqual(0)
  if (size) await page.setViewportSize(size)
}
