import { type Page } from '@playwright/test'
import { demoInvestor } from '../support/investor'
import { expect, test } from '../support/journey'
import { appearances, soundInTurns } from '../support/sound'
import { enterCabinet, signIn, load } from '../support/steps'
import { type Say } from '../support/texts'
import { otherScriptedLanguages } from '../support/reading-modes'

/**
 * The layout around every page of the cabinet: navigation and the two balances.
 * `tests/journeys/cabinet-layout.test.ts` tests it by HTML alone.
 */

test.use({ clock: 'still' })

const accounts = (page: Page, say: Say) => page.getByRole('region', { name: say('cabinet:layout.accounts') })
const hide = (page: Page, say: Say) => page.getByRole('button', { name: say('cabinet:layout.hideAmounts') })
const show = (page: Page, say: Say) => page.getByRole('button', { name: say('cabinet:layout.showAmounts') })

/** Runs in the page: whether the element is not covered at its centre. */
function isOnTop(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
}

for (const lng of otherScriptedLanguages) {
  test.describe(`in ${lng}`, () => {
    test.use({ lng })

    test('hidden amounts stay hidden on this device, and are shown on payment pages', async ({
      page,
      say,
      context,
    }) => {
      await signIn(page, demoInvestor)
      await page.goto('/cabinet/operations')
      const figures = page.locator('main').getByText(/\d\s(USDT|BTC|ETH|TRX)/)
      await expect(accounts(page, say)).toContainText(/\d[.,]\d{2}/)
      await expect(figures.first()).toBeVisible()

      const isKept = () => page.waitForResponse((answer) => answer.url().endsWith('/cabinet/amounts'))
      await Promise.all([isKept(), hide(page, say).click()])
      await expect(page).toHaveURL(/\/cabinet\/operations$/)
      await expect(accounts(page, say)).not.toContainText(/\d/)
      await expect(page.locator('main')).toContainText('••••\u00a0USDT')
      await expect(figures).toHaveCount(0)

      await page.goto('/cabinet')
      await expect(accounts(page, say)).toContainText('••••\u00a0USDT')
      await expect(page.locator('main table').first()).not.toContainText(/\d[.,]\d{2}/)
      // The amounts that one pays and confirms are never hidden; the balance above them stays hidden.
      await page.goto('/cabinet/withdrawals/new')
      await expect(figures.first()).toBeVisible()
      await expect(accounts(page, say)).not.toContainText(/\d/)
      // Past amounts are hidden, also next to a form. Amounts that are the same for every investor are not.
      for (const [path, section] of [
        ['/cabinet/top-up', 'history'],
        ['/cabinet/exchange', 'history'],
      ] as const) {
        await page.goto(path)
        const past = page.locator(
          `main section:is([aria-labelledby="${section}"], :has(> * > #${section})) tbody`,
        )
        await expect(past).toContainText('••••\u00a0')
        await expect(past).not.toContainText(/\d\s(USDT|BTC|ETH|TRX)/)
        // Some are in a closed select.
        await expect(figures).not.toHaveCount(0)
      }
      await page.goto('/cabinet/referrals')
      await expect(page.locator('main details tbody').first()).toContainText(/\d\sUSDT/)
      await page.goto('/cabinet')
      await expect(
        page.locator('main section:is([aria-labelledby="leaders"], :has(> * > #leaders))'),
      ).toContainText(/\d\sUSDT/)

      expect((await context.cookies()).find(({ name }) => name === 'device-amounts')).toMatchObject({
        value: 'hidden',
        httpOnly: true,
      })
      await Promise.all([isKept(), show(page, say).click()])
      await expect(accounts(page, say)).toContainText(/\d[.,]\d{2}/)
      await page.goto('/cabinet')
      await expect(accounts(page, say)).toContainText(/\d[.,]\d{2}/)
    })

    test('a desktop lists the pages, then the settings, then signing out', async ({ page, say }) => {
      await enterCabinet(page, demoInvestor)
      const side = page.getByRole('banner')
      const links = side.getByRole('navigation', { name: say('common:navigation.cabinet') }).getByRole('link')
      const places = ['dashboard', 'topUp', 'operations', 'deposits', 'withdrawals', 'referrals']
      const rarer = ['exchange', 'subscription', 'settings']
      await expect(links).toHaveText([...places, ...rarer].map((name) => say(`common:navigation.${name}`)))
      expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
        '/cabinet',
        '/cabinet/top-up',
        '/cabinet/operations',
        '/cabinet/deposits',
        '/cabinet/withdrawals',
        '/cabinet/referrals',
        '/cabinet/exchange',
        '/cabinet/subscription',
        '/cabinet/settings/profile',
      ])
      const menu = side.locator('summary')
      const tops = await Promise.all(
        [...(await links.all()), menu].map(async (link) => (await link.boundingBox())?.y ?? 0),
      )
      expect(tops).toEqual(tops.toSorted((one, other) => one - other))
      expect(new Set(tops).size).toBe(tops.length)
      await expect(side.locator('[aria-current=page]')).toHaveText(say('common:navigation.dashboard'))
      await links.nth(2).click()
      await expect(page.locator('main h1')).toHaveText(say('cabinet:operations.title'))
      await expect(side.locator('[aria-current=page]')).toHaveText(say('common:navigation.operations'))
    })

    test('the menu of the account and the other coins open over the page, and close by Escape', async ({
      page,
      say,
    }) => {
      await signIn(page, demoInvestor)
      await load(page, '/cabinet/operations')
      const account = page.getByRole('banner').locator('summary')
      await account.click()
      const menu = page.getByRole('menu', { name: say('common:accountMenu.label') })
      await expect(menu).toBeVisible()
      await page.keyboard.press('ArrowDown')
      await expect(menu.getByRole('menuitem').first()).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(menu).toHaveCount(0)
      await expect(account).toBeFocused()

      const coins = accounts(page, say).locator('summary')
      await coins.click()
      const popover = page.getByRole('dialog', { name: say('cabinet:layout.others') })
      await expect(popover).toContainText('BTC')
      await page.keyboard.press('Escape')
      await expect(popover).toHaveCount(0)
      await expect(coins).toBeFocused()

      await account.click()
      await menu.getByRole('menuitem', { name: say('common:accountMenu.password') }).click()
      await expect(page).toHaveURL(/\/cabinet\/settings\/password$/)
      const other = lng === 'en' ? 'ru' : 'en'
      await account.click()
      await menu.locator(`[lang=${other}]`).click()
      await expect(page.locator('html')).toHaveAttribute('lang', other)
    })

    test('both are folds where their scripts can’t be loaded', async ({ page, say }) => {
      await page.route(/\/(popover|menu)-\w+\.js$/, (route) => route.abort())
      await signIn(page, demoInvestor)
      await load(page, '/cabinet/operations')
      await accounts(page, say).locator('summary').click()
      await expect(accounts(page, say).getByText(/BTC/).first()).toBeVisible()
      await accounts(page, say).locator('summary').click()
      await page.getByRole('banner').locator('summary').click()
      await page
        .getByRole('banner')
        .getByRole('button', { name: say('common:action.signOut') })
        .click()
      await expect(page).toHaveURL(/\/login$/)
    })

    test('a phone has four links, and all others behind the fifth', async ({ page, say }) => {
      await page.setViewportSize({ width: 360, height: 740 })
      await enterCabinet(page, demoInvestor)
      const bar = page.getByRole('navigation', { name: say('common:navigation.cabinet') })
      await expect(bar.getByRole('link')).toHaveCount(4)
      await bar.getByText(say('common:navigation.more')).click()
      for (const place of ['operations', 'referrals', 'exchange', 'subscription', 'settings'])
        await expect(bar.getByRole('link', { name: say(`common:navigation.${place}`) })).toBeVisible()
      await bar.getByRole('link', { name: say('common:navigation.operations') }).click()
      await expect(page.locator('main h1')).toHaveText(say('cabinet:operations.title'))
      await expect(bar.getByRole('link')).toHaveCount(4)
      await bar.getByText(say('common:navigation.more')).click()
      await bar.getByRole('button', { name: say('common:action.signOut') }).click()
      await expect(page).toHaveURL(/\/login$/)
    })

    test('the page shows when the session ends', async ({ page, say }) => {
      await enterCabinet(page, demoInvestor)
      const [before, after = ''] = say('cabinet:layout.session.ends').split('{time}')
      await expect(page.locator('footer')).toContainText(new RegExp(`${before}\\d\\d:\\d\\d.*${after}`))
    })
  })
}

// Every pair of language, scripts and device occurs.
for (const { lng, javaScriptEnabled, device, width, height } of [
  { lng: 'ru', javaScriptEnabled: false, device: 'a desktop', width: 1280, height: 800 },
  { lng: 'en', javaScriptEnabled: true, device: 'a phone', width: 360, height: 740 },
] as const)
  test.describe(`in ${lng}, scripts ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ lng, javaScriptEnabled, viewport: { width, height } })
    const isPhone = width < 600

    test(`the two balances ${isPhone ? 'make room for' : 'stay visible to the end of'} a long page, on ${device}`, async ({
      page,
      say,
    }) => {
      await signIn(page, demoInvestor)
      await page.goto('/cabinet/operations')
      const scrolled = () => page.evaluate(() => scrollY)
      const places = await page.evaluate(() => {
        const end = document.documentElement.scrollHeight - innerHeight
        return [Math.round(end / 2), end]
      })
      expect(places[1], 'the page is long').toBeGreaterThan(height)
      for (const place of places) {
        await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), place)
        await expect.poll(async () => Math.abs((await scrolled()) - place)).toBeLessThan(2)
        if (isPhone) {
          await expect(accounts(page, say)).not.toBeInViewport()
          continue
        }
        await expect(accounts(page, say)).toBeInViewport({ ratio: 1 })
        for (const account of ['balance', 'balance_dep'])
          await expect(accounts(page, say)).toContainText(say(`common:account.${account}`))
        expect(await accounts(page, say).evaluate(isOnTop), 'nothing lies over them').toBe(true)
      }
    })
  })

for (const { lng, colorScheme } of appearances) {
  test.describe(`in ${lng}, ${colorScheme}`, () => {
    test.use({ lng, colorScheme })

    test('the layout is accessible with hidden amounts and its menu open', async ({ page, say }) => {
      const expectSound = soundInTurns(lng)
      await enterCabinet(page, demoInvestor)
      await hide(page, say).click()
      await expectSound.here(page)
      await page.setViewportSize({ width: 320, height: 640 })
      await page.locator('summary', { hasText: say('common:navigation.more') }).click()
      await expectSound.here(page)
    })
  })
}
