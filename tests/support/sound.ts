import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import { type CDPSession, type Page, type Response, expect } from '@playwright/test'
import { showsYield } from './risk'
import { type Language } from '~/contract/languages'
import { takenOver } from './steps'
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

/** Looks at the page of a test that runs in each of the appearances. */
export interface SoundInTurns {
  /**
   * Opens an address, and looks at what it shows. Without TEST_FULL it does so in one language alone, in turns.
   * @returns whether it has
   */
  (page: Page, path: string): Promise<boolean>
  /** Looks at what the page shows now. */
  here(page: Page): Promise<void>
  /** Opens an address as it is looked at next: where axe doesn't look, by HTML alone. */
  open(page: Page, path: string): Promise<Response | null>
}

/**
 * To be sound in turns, in a test that runs in each of the appearances: without TEST_FULL axe looks at every other page
 * that one test opens, and at those between in the other language. Axe looks at a page whose scripts run; the rest of what
 * is sound about it is seen without them in the other language.
 * @param onlyNew without TEST_FULL axe passes over a page that has no kind of element that it has not looked at yet
 */
export function soundInTurns(language: Language, { onlyNew = false } = {}): SoundInTurns {
  let seen = 0
  const axeIsNext = () => isFull || (seen % 2 === 0) === (language === 'ru')
  async function here(page: Page): Promise<void> {
    const axeLooks = axeIsNext()
    seen += 1
    await expectSound(page, axeLooks && (isFull || !onlyNew || (await hasNewElements(page))))
  }
  async function open(page: Page, path: string): Promise<Response | null> {
    await runScripts(page, axeIsNext())
    return page.goto(path)
  }
  const openAndExpect = async (page: Page, path: string) => {
    const isTurn = axeIsNext()
    if (isTurn) {
      await open(page, path)
      await here(page)
    } else seen += 1
    return isTurn
  }
  return Object.assign(openAndExpect, { here, open })
}

const devtools = new WeakMap<Page, Promise<CDPSession>>()

/** Whether the scripts of the pages that are opened next run. */
async function runScripts(page: Page, areRun: boolean): Promise<void> {
  const session = devtools.get(page) ?? page.context().newCDPSession(page)
  devtools.set(page, session)
  await (await session).send('Emulation.setScriptExecutionDisabled', { value: !areRun })
}

/** The kinds of elements that axe has looked at, by what a rule or a style can know them by. */
const knownElements = new Set<string>()

/** Whether axe would see something that it has not seen yet in this process. */
async function hasNewElements(page: Page): Promise<boolean> {
  const kinds = await page.evaluate(() => {
    const kindOf = (element: Element) => {
      const names = element
        .getAttributeNames()
        .filter((name) => !/^(id|class|href|d|value|datetime)$/.test(name))
      return `${element.localName}.${element.className.toString()}[${names.join()}]${element.getAttribute('role') ?? ''}`
    }
    const all = [...document.body.querySelectorAll('*')].filter((element) => !element.closest('script, head'))
    const headings = all
      .filter(({ localName }) => /^h[1-6]$/.test(localName))
      .map(({ localName }) => localName)
    return [
      headings.join(),
      ...new Set(all.map((element) => `${kindOf(element.parentElement ?? element)} > ${kindOf(element)}`)),
    ]
  })
  const added = kinds.filter((kind) => !knownElements.has(kind))
  for (const kind of added) knownElements.add(kind)
  return added.length > 0
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
  const { language, isDark, text } = await page.evaluate(() => ({
    language: document.documentElement.lang as Language,
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    text: document.querySelector('main')?.innerText ?? '',
  }))
  if (showsYield(text))
    await expect(main, `${path} says what is at risk`).toContainText(textsOf(language)('common:risk.warning'))

  const size = page.viewportSize()
  const own = isDark ? 'dark' : 'light'
  for (const [viewport, colorScheme] of axeLooks ? settingsOf(path, language, own) : []) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectNoViolation(page)
  }
  if (axeLooks) await page.emulateMedia({ colorScheme: own })

  await page.setViewportSize({ width: 320, height: 640 })
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, `${path} scrolls sideways at 320 px`).toBeLessThanOrEqual(0)
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

/**
 * Takes out of the page what repeats an entry of the same list in all but its words and addresses: nothing can be found in
 * it that is not found in the first, and what axe does grows faster than what it looks at.
 * @returns what to put back, and where
 */
function takeOutRepeated(): { entry: Element; place: Comment }[] {
  const namesOnly =
    / (?:id|for|href|src|name|value|datetime|title|d|aria-(?:label|labelledby|describedby))="[^"]*"/g
  const shapeOf = (element: Element) =>
    element.outerHTML.replace(/>\s*[^<\s][^<]*/g, '>t').replace(namesOnly, '')
  const repeated: { entry: Element; place: Comment }[] = []
  for (const list of document.querySelectorAll('tbody, ul, ol, dl')) {
    const shapes = new Set<string>()
    for (const entry of list.children) {
      const shape = shapeOf(entry)
      if (shapes.has(shape)) repeated.push({ entry, place: document.createComment('') })
      shapes.add(shape)
    }
  }
  for (const { entry, place } of repeated) entry.replaceWith(place)
  return repeated
}

async function expectNoViolation(page: Page): Promise<void> {
  // A page that its scripts have not taken over yet would be found changed by them.
  if ((await page.locator('html[data-page]').count()) > 0) await takenOver(page)
  const takenOut = isFull ? null : await page.evaluateHandle(takeOutRepeated)
  const { violations } = await new AxeBuilder({ page, axeSource })
    .setLegacyMode() // the page has no frames whose findings would have to be put together on a page of their own
    .options({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      // What holds need not be told element by element.
      resultTypes: ['violations'],
    })
    .analyze()
  await takenOut?.evaluate((repeated) => {
    for (const { entry, place } of repeated) place.replaceWith(entry)
  })
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' · ')}`)
  const width = page.viewportSize()?.width
  expect(told, `axe on ${new URL(page.url()).pathname}, ${width} px wide`).toEqual([])
}
