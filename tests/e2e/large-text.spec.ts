import { demoInvestor } from '../support/investor'
import { expect, test } from '../support/journey'
import { type Reader, lostText } from '../support/large-text'
import { isFull } from '../support/reading-modes'
import { signIn } from '../support/steps'
import { type Language } from '~/contract/languages'

/**
 * Readers with large text or wider spacing: no page is wider than its window, and no text is cut off or sticks out of
 * its box. With TEST_FULL each page in each language, width and reading; otherwise every pair of these occurs.
 */

test.use({ clock: 'still', javaScriptEnabled: false, bypassCSP: true })

const cabinet = [
  '/cabinet',
  '/cabinet?of=income',
  '/cabinet/top-up',
  '/cabinet/operations',
  '/cabinet/operations?from=2026-01-01&to=2026-01-31',
  '/cabinet/deposits',
  '/cabinet/deposits/new',
  '/cabinet/withdrawals',
  '/cabinet/withdrawals/new',
  '/cabinet/referrals',
  '/cabinet/exchange',
  '/cabinet/subscription',
  '/cabinet/notifications',
  '/cabinet/settings/profile',
  '/cabinet/settings/security',
  '/cabinet/settings/sessions',
  '/cabinet/settings/verification',
]
/** The first page of each list is opened, too. */
const lists = ['/cabinet/top-up', '/cabinet/deposits', '/cabinet/withdrawals', '/cabinet/notifications']
const site = ['/', '/faq', '/investors', '/team', '/contacts', '/vacancies', '/news', '/login', '/register']

interface Reading {
  lng: Language
  width: number
  reader: Reader
}

const readings: Reading[] = (['text at 200 %', 'text spacing'] as const).flatMap((reader) =>
  [320, 1280].flatMap((width) => (['ru', 'en'] as const).map((lng) => ({ lng, width, reader }))),
)
/** Those of one page: all of them, or two that differ in everything, in turns. */
const readingsOf = (turn: number): Reading[] =>
  isFull ? readings : [readings[turn % 4], readings[7 - (turn % 4)]].filter((one) => one !== undefined)

for (const { area, pages } of [
  { area: 'the cabinet', pages: cabinet },
  { area: 'the public site', pages: site },
])
  test(`${area} keeps its text at 200 % and with wide spacing`, async ({ page, context, stack }) => {
    if (pages === cabinet) await signIn(page, demoInvestor)
    const addresses = [...pages]
    for (const list of pages === cabinet ? lists : []) {
      await page.goto(list)
      const first = page.locator(`main a[href^="${list}/"]:not([href$="/new"])`).first()
      addresses.push((await first.getAttribute('href')) ?? '')
    }
    const lost: string[] = []
    for (const [turn, address] of addresses.entries())
      for (const { lng, width, reader } of readingsOf(turn)) {
        await context.addCookies([{ name: 'lng', value: lng, url: stack.url }])
        await page.setViewportSize({ width, height: 800 })
        await page.goto(address)
        for (const text of await lostText(page, reader))
          lost.push(`${address}, ${lng}, ${width} px, ${reader}: ${text}`)
      }
    expect(lost).toEqual([])
  })
