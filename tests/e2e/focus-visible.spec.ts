import { type Page } from '@playwright/test'
import { addressesOf, areas } from '../support/areas'
import { expect, test } from '../support/journey'
import { eachPrepared } from '../support/prepared-pages'
import { isFull } from '../support/reading-modes'
import { openExactly, signIn, takenOver } from '../support/steps'
import { tabStopsOf } from '../support/tab-stops'
import { type Language } from '~/contract/languages'

/**
 * Readers who go by keys: at each stop of Tab the focus is in the window, uncovered, and has an outline, with the colours of
 * the page and with forced ones, and the page can be left. With TEST_FULL each page in each language, width and choice of
 * colours; otherwise every pair of these occurs over the pages of an area.
 */

test.use({ clock: 'still' })

interface Reading {
  lng: Language
  width: number
  forcedColors: 'active' | 'none'
}

const readings: Reading[] = (['none', 'active'] as const).flatMap((forcedColors) =>
  [360, 1280].flatMap((width) => (['ru', 'en'] as const).map((lng) => ({ lng, width, forcedColors }))),
)
/** Any two of the three are met by each pair of values among these four. */
const pairwise = [0, 3, 5, 6]

const readingsOf = (turn: number): Reading[] =>
  isFull ? readings : [readings[pairwise[turn % pairwise.length]!]!]

for (const { area, who, isOne } of areas)
  test(`focus is seen at each stop on the pages of ${area}`, async ({ page, stack }) => {
    if (who) await signIn(page, who)
    const addresses = await addressesOf(page, isOne)
    expect(addresses.length).toBeGreaterThan(10)
    const hidden: string[] = []
    for (const [turn, address] of addresses.entries())
      hidden.push(...(await hiddenStops(page, stack, address, turn)))
    expect(hidden).toEqual([])
  })

test('focus is seen at each stop on pages that are there after something has been done', async ({
  page,
  stack,
}) => {
  const hidden: string[] = []
  let turn = 0
  await eachPrepared(page, stack, async (address) => {
    hidden.push(...(await hiddenStops(page, stack, address, turn)))
    turn += 1
  })
  expect(hidden).toEqual([])
})

/** What is wrong with the stops of a page, in the readings of its turn; the page is that of the address, and no other. */
async function hiddenStops(
  page: Page,
  stack: { url: string },
  address: string,
  turn: number,
): Promise<string[]> {
  const hidden: string[] = []
  for (const { lng, width, forcedColors } of readingsOf(turn)) {
    await page.context().addCookies([{ name: 'lng', value: lng, url: stack.url }])
    await page.setViewportSize({ width, height: 740 })
    await page.emulateMedia({ forcedColors })
    hidden.push(...(await openExactly(page, address)))
    if ((await page.locator('html[data-page]').count()) > 0) await takenOver(page)
    const stops = await tabStopsOf(page)
    for (const stop of stops.hidden) hidden.push(`${address}, ${lng}, ${width} px, ${forcedColors}: ${stop}`)
    if (stops.count < 3) hidden.push(`${address}: ${stops.count} stops`)
  }
  return hidden
}

test('a stop that is covered, out of the window, or without an outline is found', async ({ page }) => {
  await page.setContent(`
    <style>
      :focus-visible { outline: 2px solid }
      .plain { outline: none }
      .always, .always:focus-visible { outline: 2px solid; outline-offset: 0 }
      .bar { position: fixed; inset: 0 0 auto; height: 40px; background: #fff }
      .away { position: absolute; left: -900px }
    </style>
    <a href="#1">covered</a><div class="bar"></div>
    <p style="margin-top: 60px"><a href="#2" class="plain">without</a> <a href="#3" class="away">away</a>
      <a href="#4" class="always">the same</a></p>
    <a href="#5">seen</a>`)
  expect(await tabStopsOf(page)).toEqual({
    count: 5,
    hidden: [
      'a “covered”: is covered by div.bar',
      'a “without”: has no outline',
      expect.stringMatching(/^a “away”: stands outside the window/),
      'a “the same”: has no outline',
    ],
  })
})

test('a stop out of its turn, and one that Tab does not come to, are found', async ({ page }) => {
  await page.setContent(`
    <style>:focus-visible { outline: 2px solid }</style>
    <a href="#1">second</a> <a href="#2" tabindex="1">first</a> <button>last</button>
    <script>document.querySelector('button').onfocus = (event) => event.target.blur()</script>`)
  expect(await tabStopsOf(page)).toEqual({
    count: 2,
    hidden: ['a “second”: comes after what follows it', 'button “last”: is not met'],
  })
})
