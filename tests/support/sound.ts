import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import { type CDPSession, type Page, type Response, expect } from '@playwright/test'
import { expectReadersColours } from './forced-colours'
import { showsYield } from './risk'
import { type Language } from '~/contract/languages'
import { takenOver } from './steps'
import { textsOf } from './texts'
import { isFull } from './reading-modes'

type ColorScheme = 'light' | 'dark'

/**
 * The languages and themes in which every page is opened. With TEST_FULL axe, which takes most of the time,
 * checks each page in all eight combinations of language, theme and width; otherwise in one, chosen so that
 * over all pages every pair of language, theme and width occurs. The other checks of a page always run.
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

/** Checks the page of a test that runs in each of the appearances. */
export interface SoundInTurns {
  /**
   * Opens an address and checks the page. Without TEST_FULL it does so in one language only, alternating.
   * @returns whether it has
   */
  (page: Page, path: string): Promise<boolean>
  /** Checks the page as it is now. */
  here(page: Page): Promise<void>
  /** Opens an address for the next check: without scripts if axe does not run. */
  open(page: Page, path: string): Promise<Response | null>
}

/**
 * Alternating checks, for a test that runs in each of the appearances: without TEST_FULL axe checks every
 * other page that one test opens, and the remaining ones in the other language. Axe runs on a page with
 * scripts; the other checks run without them in the other language.
 * @param onlyNew without TEST_FULL axe skips a page whose kinds of elements it has all checked before
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

/** Whether scripts run on the pages that are opened next. */
async function runScripts(page: Page, areRun: boolean): Promise<void> {
  const session = devtools.get(page) ?? page.context().newCDPSession(page)
  devtools.set(page, session)
  await (await session).send('Emulation.setScriptExecutionDisabled', { value: !areRun })
}

/** The kinds of elements that axe has checked, by everything that a rule or a style can select. */
const knownElements = new Set<string>()

/** Whether the page has an element of a kind that axe has not checked in this process. */
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

/** A script may style what it opens over the page, and the page below it: the content policy is about markup. */
const placedByScript = [
  'body',
  '[data-radix-popper-content-wrapper]',
  '[data-radix-focus-guard]',
  '[role=dialog][data-state]',
  '[role=alertdialog][data-state]',
  '[data-state][aria-hidden]',
  '[role=region]:has(> ol)',
]
const styledByMarkup = `[style]${placedByScript.map((one) => `:not(${one === 'body' ? one : `${one}, ${one} *`})`).join('')}`

/**
 * Checks a page: one h1, no style attribute, the risk warning beside any yield, drawings in the reader's colours where these
 * are forced, no sideways scroll on a narrow phone, and no finding of axe.
 * @param axeLooks false if axe checks this page in another test
 */
export async function expectSound(page: Page, axeLooks = true): Promise<void> {
  const path = new URL(page.url()).pathname
  const main = page.locator('main')
  await expect(main.locator('h1'), `${path} has one heading of the first order`).toHaveCount(1)
  await expect(page.locator(styledByMarkup), `${path} has no style attributes`).toHaveCount(0)
  const { language, isDark, text } = await page.evaluate(() => ({
    language: document.documentElement.lang as Language,
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    text: document.querySelector('main')?.innerText ?? '',
  }))
  // Whoever sets a yield is not the one whom it may mislead.
  if (showsYield(text) && !/^\/operator(\/|$)/.test(path))
    await expect(main, `${path} says what is at risk`).toContainText(textsOf(language)('common:risk.warning'))

  const size = page.viewportSize()
  const own = isDark ? 'dark' : 'light'
  for (const [viewport, colorScheme] of axeLooks ? settingsOf(path, language, own) : []) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect.poll(() => page.evaluate(readMoving), `${path} moves with reduced motion`).toEqual([])
    await expectNoViolation(page)
  }
  if (axeLooks) await page.emulateMedia({ colorScheme: own })
  await expectReadersColours(page)

  await page.setViewportSize({ width: 320, height: 640 })
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, `${path} scrolls sideways at 320 px`).toBeLessThanOrEqual(0)
  if (size) await page.setViewportSize(size)
}

/** Runs in the page: what an animation or a transition still changes. */
function readMoving(): string[] {
  return document
    .getAnimations()
    .filter(({ playState }) => playState === 'running')
    .map(({ effect }) => {
      const target = effect instanceof KeyframeEffect ? effect.target : null
      return `${target?.localName}.${target?.className}`
    })
}

/** The widths and themes in which a page with this language and theme is checked. */
function settingsOf(path: string, language: Language, own: ColorScheme): [typeof desktop, ColorScheme][] {
  const other = own === 'dark' ? 'light' : 'dark'
  if (isFull)
    return [
      [desktop, own],
      [phone, other],
    ]
  // Divides the pages into quarters, always in the same way.
  const sum = [...path].reduce((total, sign) => total + sign.charCodeAt(0), 0)
  const onDesktop = (sum % 2 === 0) === (language === 'ru')
  return [[onDesktop ? desktop : phone, (sum >> 1) % 2 === 0 ? own : other]]
}

/** The version of axe that its builder would use itself. */
const axeCore = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'))('axe-core') as {
  source: string
}

/**
 * axe, which parses the colours of each element from their text: half of the time of a run. The same text
 * always means the same colour, so parsed colours are cached.
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
 * Removes elements from the page that repeat an entry of the same list except for texts and addresses. They
 * have the same findings as the first entry, and axe's time grows faster than the number of elements. Toasts stay:
 * React removes each when its time is over, which may be while axe runs.
 * @returns what to put back, and where
 */
function takeOutRepeated(): { entry: Element; place: Comment }[] {
  const namesOnly =
    / (?:id|for|href|src|name|value|datetime|title|d|aria-(?:label|labelledby|describedby))="[^"]*"/g
  const shapeOf = (element: Element) =>
    element.outerHTML.replace(/>\s*[^<\s][^<]*/g, '>t').replace(namesOnly, '')
  const repeated: { entry: Element; place: Comment }[] = []
  for (const list of document.querySelectorAll('tbody, ul, ol, dl')) {
    if (list.matches('[role=region] > ol')) continue
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
  // The scripts would treat the change as their own if they had not hydrated the page yet.
  if ((await page.locator('html[data-page]').count()) > 0) await takenOver(page)
  const takenOut = isFull ? null : await page.evaluateHandle(takeOutRepeated)
  const { violations } = await new AxeBuilder({ page, axeSource })
    .setLegacyMode() // the page has no frames whose findings would need a page of their own to be merged
    .options({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      // Left out by axe while it is new there: 2.5.3, the name of a control holds the words on it.
      rules: { 'label-content-name-mismatch': { enabled: true } },
      // Passed checks need no details for each element.
      resultTypes: ['violations'],
    })
    .analyze()
  await takenOut?.evaluate((repeated) => {
    for (const { entry, place } of repeated) place.replaceWith(entry)
  })
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' · ')}`)
  const width = page.viewportSize()?.width
  expect(found, `axe on ${new URL(page.url()).pathname}, ${width} px wide`).toEqual([])
}
