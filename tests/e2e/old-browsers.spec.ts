import { join } from 'node:path'
import { languages } from '~/contract/languages'
import { demoInvestor, demoOperator } from '../support/investor'
import { expect, test } from '../support/journey'
import { lostText } from '../support/large-text'
import { isFull } from '../support/reading-modes'
import { asIn2020 } from '../support/old-styles'
import { fillIn, send, signIn } from '../support/steps'

/**
 * The main pages with what a browser of 2020 makes of the built styles, without scripts: nothing is wider than the window
 * or cut off, and each field shows its focus. `PICTURES=folder` keeps a picture of each.
 */

test.use({ clock: 'still', javaScriptEnabled: false, bypassCSP: true })

const pages = [
  ...['/', '/investors', '/faq', '/login', '/register'],
  ...['/cabinet', '/cabinet/top-up', '/cabinet/operations', '/cabinet/deposits', '/cabinet/deposits/new'],
  ...[
    '/cabinet/withdrawals',
    '/cabinet/withdrawals/new',
    '/cabinet/exchange',
    '/cabinet/referrals',
    '/cabinet/notifications',
  ],
  ...['/cabinet/settings/profile', '/cabinet/settings/security'],
  ...['/operator', '/operator/withdrawals', '/operator/content/plans'],
]
/** The first entry of each is opened, too. */
const lists = ['/cabinet/top-up', '/cabinet/deposits', '/cabinet/withdrawals', '/cabinet/notifications']
/** Its answer, the review page, is one of the pages. */
const reviewed = '/cabinet/deposits/new'

const cells = languages.flatMap((lng) => [360, 1280].map((width) => ({ lng, width })))
const isOpposite = ({ lng, width }: (typeof cells)[number]) => (lng === 'ru') === (width === 360)

for (const { lng, width } of cells.filter((cell) => isFull || isOpposite(cell)))
  test.describe(`in ${lng}, ${width} px`, () => {
    test.use({ lng })

    test('pages hold with the styles of 2020', async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      await page.route('**/*.css', async (route) => {
        const answer = await route.fetch()
        await route.fulfill({ response: answer, body: asIn2020(await answer.text()) })
      })
      const wrong: string[] = []
      for (const path of pages) {
        if (path === '/cabinet') await signIn(page, demoInvestor)
        if (path === '/operator') {
          await page.context().clearCookies()
          await signIn(page, demoOperator)
        }
        await page.goto(path)
        expect(new URL(page.url()).pathname).toBe(path)
        await hold(path)
        if (lists.includes(path)) {
          const entries = page.locator(`main a[href^="${path}/"]:not([href$="/new"])`)
          await page.goto((await entries.first().getAttribute('href')) ?? 'no entry')
          await hold(`${path}, an entry`)
        }
        if (path !== reviewed) continue
        await fillIn(page, { planId: 'breeze', currency: 'USDT', amount: '300' })
        await send(page, 'amount')
        await expect(page.locator('#confirm')).toBeVisible()
        // Visible is also what has no styles yet.
        await page.waitForLoadState('load')
        await hold(`${path}, reviewed`)
      }
      expect(wrong).toEqual([])

      async function hold(path: string): Promise<void> {
        wrong.push(...(await bareParts()).map((part) => `${path}: ${part}`))
        for (const text of await lostText(page, 'as it is')) wrong.push(`${path}: ${text}`)
        for (const field of await fieldsWithoutFocus())
          wrong.push(`${path}: ${field} does not show its focus`)
        const folder = process.env['PICTURES']
        const name = path.replace(/\W+/g, '-').replace(/^-/, '') || 'home'
        if (folder)
          await page.screenshot({ path: join(folder, `${name}-${width}-${lng}.png`), fullPage: true })
      }

      /** What has no style of ours: HTML alone would pass all other checks. */
      async function bareParts(): Promise<string[]> {
        return page.evaluate(() => {
          const styleOf = (element: Element | null) => element && getComputedStyle(element)
          const bare: string[] = []
          const rows = [...document.querySelectorAll('body header, body header *')]
          if (!rows.some((one) => getComputedStyle(one).display === 'flex')) bare.push('the header is no row')
          const submit = document.querySelector(
            'main form[method=post] button[type=submit], main form button[type=submit]',
          )
          const { backgroundColor, borderTopLeftRadius } = styleOf(submit) ?? {}
          // The ground of a button in every browser's own styles.
          if (submit && (backgroundColor === 'rgb(239, 239, 239)' || borderTopLeftRadius === '0px'))
            bare.push(`the button ${submit.textContent} has the ground ${backgroundColor}`)
          if (styleOf(document.body)?.marginTop !== '0px') bare.push('the page has a margin')
          return bare
        })
      }

      /** Fields, links and buttons that look the same with the focus as without. */
      async function fieldsWithoutFocus(): Promise<string[]> {
        return page.evaluate(() => {
          const seen = new Set<string>()
          const found: string[] = []
          for (const element of document.querySelectorAll<HTMLElement>(
            'a[href], button, input, select, textarea, summary',
          )) {
            const kind = `${element.localName}.${element.className}`
            if (seen.has(kind) || !element.checkVisibility() || element.matches(':disabled, [type=hidden]'))
              continue
            seen.add(kind)
            element.focus()
            const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
            const isSeen = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
            if (document.activeElement === element && !isSeen) found.push(kind)
          }
          return found
        })
      }
    })
  })
