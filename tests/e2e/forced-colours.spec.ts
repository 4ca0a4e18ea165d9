import { type Locator } from '@playwright/test'
import { demoInvestor } from '../support/investor'
import { expect, test } from '../support/journey'
import { load, signIn } from '../support/steps'

/** With forced colours a state is told by what these leave: borders, outlines, strokes, and a part's own adjustment. */

test.use({ clock: 'still', forcedColors: 'active' })

/** What is left to tell an element and all in it from another of its kind. */
const drawn = (one: Locator) =>
  one.evaluate((element) =>
    [element, ...element.querySelectorAll('*')].map((part) => {
      const style = getComputedStyle(part)
      const { borderBlockEndColor, borderBlockEndStyle, borderBlockEndWidth, borderTopColor } = style
      const { outlineStyle, outlineColor, forcedColorAdjust, color, fontWeight, textDecorationLine } = style
      const ground = style.backgroundColor
      const border = [borderTopColor, borderBlockEndColor, borderBlockEndStyle, borderBlockEndWidth]
      return [
        ...border,
        outlineStyle,
        outlineColor,
        forcedColorAdjust,
        ground,
        color,
        fontWeight,
        textDecorationLine,
      ].join()
    }),
  )

test('the current tab and the current page of the navigation differ from the others', async ({ page }) => {
  await signIn(page, demoInvestor)
  await load(page, '/cabinet/deposits?status=closed')
  for (const place of ['main nav', 'nav:has(a[href="/cabinet/withdrawals"])']) {
    const links = page.locator(place).first()
    const current = links.locator('a[aria-current]').first()
    const other = links.locator('a:not([aria-current])').last()
    expect((await drawn(current))[0], place).not.toEqual((await drawn(other))[0])
  }
})

test('a chosen card differs from the others', async ({ page }) => {
  await signIn(page, demoInvestor)
  await load(page, '/cabinet/deposits/new')
  const choices = page.locator(
    'label:has([name=planId]), [role=radiogroup] label, fieldset label:has([type=radio])',
  )
  const chosen = page.locator('label:has([type=radio]:checked)').first()
  const other = page.locator('label:has([type=radio]:not(:checked))').first()
  expect(await choices.count()).toBeGreaterThan(1)
  await page.locator('main [type=radio]').first().check()
  expect(await drawn(chosen)).not.toEqual(await drawn(other))
})

test('progress is drawn in two colours, and the courses of a chart in that of the text', async ({ page }) => {
  await signIn(page, demoInvestor)
  await load(page, '/cabinet/referrals')
  const progress = page.locator('progress').first()
  await expect(progress).toBeVisible()
  const { adjust, border } = await progress.evaluate((element) => {
    const { forcedColorAdjust, borderTopStyle } = getComputedStyle(element)
    return { adjust: forcedColorAdjust, border: borderTopStyle }
  })
  expect(adjust === 'none' || border !== 'none', `${adjust}, ${border}`).toBe(true)

  await load(page, '/cabinet')
  const strokes = await page
    .locator('#course figure svg svg path')
    .evaluateAll((paths) =>
      paths.map((path) => getComputedStyle(path)).map(({ stroke, fill }) => [stroke, fill]),
    )
  const text = await page.locator('#course').evaluate((part) => getComputedStyle(part).color)
  const lines = strokes.filter(([stroke]) => stroke !== 'none')
  expect(lines.length).toBeGreaterThan(0)
  for (const [stroke] of lines) expect(stroke).toBe(text)
})
