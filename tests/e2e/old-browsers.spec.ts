import { join } from 'node:path'
import { demoInvestor } from '../support/investor'
import { expect, test } from '../support/journey'
import { lostText } from '../support/large-text'
import { asIn2020 } from '../support/old-styles'
import { signIn } from '../support/steps'

/**
 * The main pages with what a browser of 2020 makes of the built styles, without scripts: nothing is wider than the window
 * or cut off, and each field shows its focus. `PICTURES=folder` keeps a picture of each.
 */

test.use({ clock: 'still', javaScriptEnabled: false, bypassCSP: true })

const pages = [
  ...['/', '/investors', '/faq', '/login', '/register'],
  ...['/cabinet', '/cabinet/top-up', '/cabinet/operations', '/cabinet/deposits', '/cabinet/deposits/new'],
  ...['/cabinet/withdrawals/new', '/cabinet/exchange', '/cabinet/referrals', '/cabinet/notifications'],
  ...['/cabinet/settings/profile', '/cabinet/settings/security'],
]

for (const width of [360, 1280])
  test(`pages hold with the styles of 2020, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.route('**/*.css', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, body: asIn2020(await answer.text()) })
    })
    const wrong: string[] = []
    for (const path of pages) {
      if (path === '/cabinet') await signIn(page, demoInvestor)
      await page.goto(path)
      for (const text of await lostText(page, 'as it is')) wrong.push(`${path}: ${text}`)
      for (const field of await fieldsWithoutFocus()) wrong.push(`${path}: ${field} does not show its focus`)
      const folder = process.env['PICTURES']
      const name = path.replace(/\W+/g, '-').replace(/^-/, '') || 'home'
      if (folder) await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage: true })
    }
    expect(wrong).toEqual([])

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
