import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import { type Page, expect } from '@playwright/test'
import { showsYield } from './risk'
import { type Language } from '~/contract/languages'
import { textsOf } from './texts'
import { isFull } from './reading-modes'

type ColorScheme = 'light' | 'dark'

/**
 * The languages and themes in which every page is opened. With TEST_FULL axe, which takes most of the time, looks at each
 * page in each of the eight ways of language, theme and width; without it in one, another one from page to page, so that
 * over the pages every two of language, theme and width meet. What else is sound about a page is seen each time.
 */
export const appearances = [
  { lng: 'ru', colorScheme: 'light' },
  { lng: 'en', colorScheme: 'dark' },
  ...(isFull
    ? ([
        { lng: 'ru', colorScheme: 'dark' },
        { lng: 'en', colorScheme: 'light' },
      ] as const)
    : []),
] as const satisfies { lng: Language; colorScheme: ColorScheme }[]

const desktop = { width: 1280, height: 800 }
const phone = { width: 360, height: 780 }

/**
 * To be sound in turns, in a test that runs in each of the looks: without TEST_FULL axe looks at every other page that one
 * test opens, and at those between in the other language.
 */
export function soundInTurns(language: Language): (page: Page) => Promise<void> {
  let opened = 0
  return (page) => expectSound(page, isFull || (opened++ % 2 === 0) === (language === 'ru'))
}

/**
 * One heading, no style attribute, the risk warning beside any yield, no sideways scroll on a narrow phone, and nothing
 * that axe finds.
 * @param axeLooks false where it looks at this page in another test
 */
export async function expectSound(page: Page, axeLooks = true): Promise<void> {
  const path = new URL(page.url()).pathname
  const main = page.locator('main')
  await expect(main.locator('h1'), `${path} has one heading of the first order`).toHaveCount(1)
  await expect(page.locator('[style]'), `${path} has no style attributes`).toHaveCount(0)
  const language = (await page.locator('html').getAttribute('lang')) as Language
  if (showsYield(await main.innerText()))
    await expect(main, `${path} says what is at risk`).toContainText(textsOf(language)('common:risk.warning'))

  const size = page.viewportSize()
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const own = isDark ? 'dark' : 'light'
  for (const [viewport, colorScheme] of axeLooks ? settingsOf(path, language, own) : []) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectNoViolation(page)
  }

  await page.setViewportSize({ width: 320, height: 640 })
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, `${path} scrolls sideways at 320 px`).toBeLessThanOrEqual(0)
  await page.emulateMedia({ colorScheme: own })
  if (size) await page.setViewportSize(size)
}

/** In which widths and themes a page that is open in this language and theme is looked at. */
function settingsOf(path: string, language: Language, own: ColorScheme): [typeof desktop, ColorScheme][] {
  const other = own === 'dark' ? 'light' : 'dark'
  if (isFull)
    return [
      [desktop, own],
      [phone, other],
    ]
  // Tells pages apart by quarters, the same ones each time.
  const sum = [...path].reduce((total, sign) => total + sign.charCodeAt(0), 0)
  const onDesktop = (sum % 2 === 0) === (language === 'ru')
  return [[onDesktop ? desktop : phone, (sum >> 1) % 2 === 0 ? own : other]]
}

/** The axe that its builder would take itself. */
const axeCore = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'))('axe-core') as {
  source: string
}

/**
 * axe, which reads the colours of each element anew out of their text: that is half of the time of a run. A text means
 * the same colour each time, so what was read once is remembered.
 */
const axeSource = `${axeCore.source};
(() => {
  const { prototype } = axe.commons.color.Color
  const { parseString } = prototype
  const known = new Map()
  prototype.parseString = function (text) {
    const parts = known.get(text)
    if (parts) [this.r, this.g, this.b, this.alpha] = parts
    else {
      parseString.call(this, text)
      known.set(text, [this.r, this.g, this.b, this.alpha])
    }
    return this
  }
})()`

async function expectNoViolation(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page, axeSource })
    .setLegacyMode() // the page has no frames whose findings would have to be put together on a page of their own
    .options({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      // What holds need not be told element by element.
      resultTypes: ['violations'],
    })
    .analyze()
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' · ')}`)
  const width = page.viewportSize()?.width
  expect(told, `axe on ${new URL(page.url()).pathname}, ${width} px wide`).toEqual([])
}
