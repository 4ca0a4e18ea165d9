import { type Page } from '@playwright/test'
import { demoOperator, newInvestor } from '../support/investor'
import { expect, test } from '../support/journey'
import { otherScriptedLanguages } from '../support/reading-modes'
import { cookieOf } from '../support/session-cookie'
import { investorAt, load, signIn, takenOver, installClock } from '../support/steps'

/**
 * A page says in time that its session ends (WCAG 2.2.1): the browser's clock goes ahead while the server's stands.
 * `tests/journeys/session-end.test.ts` tests what becomes of a form that met the end.
 */

test.use({ clock: 'still' })

const isSeal = ({ name }: { name: string }) => /(^|-)sid$/.test(name)
const sealOf = async (page: Page) => (await page.context().cookies()).find(isSeal)?.value ?? ''

for (const lng of otherScriptedLanguages)
  test.describe(`in ${lng}`, () => {
    test.use({ lng })

    test('the end of a session is announced in time, and can be postponed without leaving the page', async ({
      page,
      stack,
      say,
    }) => {
      await installClock(page)
      // An investor without events: a notification would reload data from the server, whose clock differs
      // from the browser's here.
      await investorAt(page, stack, '/cabinet/withdrawals/new')
      await takenOver(page)
      await page.fill('main [name=amount]', '123.45')
      const stay = page.getByRole('button', { name: say('cabinet:layout.session.stay') })
      await page.clock.fastForward('24:00')
      await expect(stay).toHaveCount(0)
      await page.clock.fastForward('01:30')
      await expect(page.getByRole('alert')).toContainText(/\d\d:\d\d/)
      const before = await sealOf(page)
      expect(before).not.toBe('')
      await stay.click()
      await expect(stay).toHaveCount(0)
      expect(await sealOf(page), 'the session goes on at the server').not.toBe(before)
      const field = page.locator('main [name=amount]')
      await expect(field).toHaveValue('123.45')
      await expect(field, 'the focus is back where it was').toBeFocused()

      await page.clock.fastForward('31:00')
      await expect(page.getByRole('alert')).toContainText(say('cabinet:layout.session.over'))
    })

    test('a page says nothing of an end that another one has moved', async ({ page, stack, say }) => {
      await installClock(page)
      await investorAt(page, stack, '/cabinet/withdrawals/new')
      await takenOver(page)
      await page.clock.fastForward('20:00')
      const other = await page.context().newPage()
      await load(other, '/cabinet/operations')
      await takenOver(other)
      const stay = page.getByRole('button', { name: say('cabinet:layout.session.stay') })
      await page.clock.fastForward('06:00')
      await expect(stay).toHaveCount(0)
      await page.clock.fastForward('20:00')
      await expect(stay).toBeVisible()
    })

    test('operators have the same time to go on, without leaving the page', async ({ page, say }) => {
      await installClock(page)
      await signIn(page, demoOperator)
      await page.goto('/operator/investors')
      const field = page.locator('main [type=search]')
      await field.fill('half a na')
      const stay = page.getByRole('button', { name: say('cabinet:layout.session.stay') })
      await expect(page.locator('footer')).toContainText(/\d\d:\d\d/)
      await page.clock.fastForward('24:00')
      await expect(stay).toHaveCount(0)
      await page.clock.fastForward('01:30')
      await expect(page.getByRole('alert')).toContainText(/\d\d:\d\d\sGMT/)
      const before = await sealOf(page)
      await stay.click()
      await expect(stay).toHaveCount(0)
      expect(await sealOf(page), 'the session goes on at the server').not.toBe(before)
      await expect(field).toHaveValue('half a na')
      await expect(field, 'the focus is back where it was').toBeFocused()

      await page.clock.fastForward('20:00')
      await (await page.context().newPage()).goto('/operator')
      await page.clock.fastForward('06:00')
      await expect(stay, 'another page has moved the end').toHaveCount(0)

      await page.clock.fastForward('31:00')
      await expect(page.getByRole('alert')).toContainText(say('cabinet:layout.session.over'))
      await expect(field).toHaveValue('half a na')
    })

    test("a session that can't be extended says so, and offers no extension", async ({
      page,
      context,
      stack,
      say,
    }) => {
      const endsAt = Date.now() + 4 * 60_000
      const cookie = await cookieOf(await newInvestor(stack.backendUrl), stack, endsAt)
      await context.addCookies([{ ...cookie, url: stack.url }])
      await page.goto('/cabinet')
      const zone = { timeStyle: 'short', timeZone: 'Europe/Vilnius' } as const
      const time = new Date(endsAt).toLocaleTimeString('en-GB', zone)
      const at = (key: string) => {
        const [before = '', after = ''] = say(`cabinet:layout.session.${key}`).split('{time}')
        return new RegExp(`${before}${time}\\sGMT[+]\\d${after}`)
      }
      await expect(page.locator('footer')).toContainText(at('endsFinally'))
      const warning = page.getByRole('alert')
      await expect(warning).toContainText(at('ending'))
      await expect(warning).toContainText(say('cabinet:layout.session.final'))
      await expect(warning).not.toContainText(say('cabinet:layout.session.stayText'))
      await expect(page.getByRole('button', { name: say('cabinet:layout.session.stay') })).toHaveCount(0)
    })
  })
