import { type Page, expect } from '@playwright/test'

/**
 * Checks that nothing scrolls sideways on a narrow phone or at 200 % zoom on a desktop, which has half as
 * many CSS pixels.
 */
export async function expectFits(page: Page): Promise<void> {
  const before = page.viewportSize()
  for (const width of [320, 640]) {
    await page.setViewportSize({ width, height: 640 })
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(wide, `${page.url()} at ${width} px`).toBeLessThanOrEqual(0)
  }
  if (before) await page.setViewportSize(before)
}
