import { newPerson, demoInvestor } from '../support/investor'
import { expect, test } from '../support/journey'
import { scan } from '../support/qr'
import { scriptedLanguages } from '../support/reading-modes'
import { fillIn, send, signIn, investorAt } from '../support/steps'

/** Partners in a browser; `tests/journeys/partners.test.ts` tests their HTML. */

// The demonstration's partners bring more each day; on the day of its start the figures are those of its
// data.
test.use({ clock: 'still' })

for (const lng of scriptedLanguages)
  test.describe(`in ${lng}`, () => {
    test.use({ lng })

    test('a referral link brings a partner', async ({ page, browser, stack, say }) => {
      const inviter = await investorAt(page, stack, '/cabinet/referrals')
      const main = page.locator('main')
      await expect(main).toContainText(say('partners:empty.title'))
      await expect(main).toContainText(say('partners:levels.referral'))
      await expect(main).toContainText(say('partners:rank.none'))
      await expect(main.getByRole('img', { name: say('partners:link.qr') })).toBeVisible()
      const link = `${stack.url}/register/${inviter.login}`
      await expect(main.getByText(link, { exact: true })).toBeVisible()
      expect(scan({ html: await page.content() }), 'what a phone opens').toBe(link)

      const invited = await browser.newPage({ baseURL: stack.url })
      const person = newPerson()
      await invited.goto(link)
      await fillIn(invited, { ...person, passwordRepeat: person.password })
      await send(invited, 'passwordRepeat')
      await expect(invited).toHaveURL(/\/phone$/)
      await invited.close()

      await page.goto('/cabinet/referrals')
      await expect(main.getByRole('rowheader', { name: person.login })).toBeVisible()
      await expect(main).not.toContainText(say('partners:empty.title'))
    })

    test('the list is sorted by its column heads, searched, and leads to a partner and back', async ({
      page,
      say,
    }) => {
      await signIn(page, demoInvestor)
      await page.goto('/cabinet/referrals')
      const table = page.getByRole('table', { name: say('partners:list.title') })
      const head = (column: string) =>
        table.getByRole('columnheader', { name: say(`partners:column.${column}`) })
      const top = table.getByRole('rowheader').first()
      await expect(top).toHaveText('open.water')

      await head('login').getByRole('link').click()
      await expect(head('login')).toHaveAttribute('aria-sort', 'ascending')
      await expect(top).toHaveText('alder')
      await head('login').getByRole('link').click()
      await expect(top).toHaveText('zephyr')
      await page.getByRole('link', { name: say('common:list.next') }).click()
      await expect(page).toHaveURL(/sortDir=desc.*page=2/)

      await page.locator('#search').fill('amber')
      await page.getByRole('button', { name: say('common:action.show') }).click()
      await expect(table.getByRole('rowheader')).toHaveText(['amber.bay'])
      await table.getByRole('link', { name: 'amber.bay' }).click()
      await expect(page).toHaveURL(/\/cabinet\/referrals\/amber\.bay$/)
      await expect(page.locator('main h1')).toContainText('amber.bay')
      await expect(table.getByRole('rowheader')).toHaveText(['alder', 'kelp'])
      await page.getByRole('link', { name: say('partners:one.back') }).click()
      await expect(page).toHaveURL(/\/cabinet\/referrals$/)
    })
  })

for (const [javaScriptEnabled, lng] of [
  [true, 'ru'],
  [false, 'en'],
] as const)
  test.describe(`scripts ${javaScriptEnabled ? 'on' : 'off'}, ${lng}`, () => {
    test.use({ javaScriptEnabled, lng })

    test('a desktop has the code beside the link, the totals above the list, and what is not free in a column', async ({
      page,
      say,
    }) => {
      await page.setViewportSize({ width: 1280, height: 800 })
      await signIn(page, demoInvestor)
      await page.goto('/cabinet/referrals')
      const main = page.locator('main')
      const topOf = async (part: ReturnType<typeof main.locator>) => (await part.boundingBox())!.y
      const link = main.getByText('/register/investor')
      const code = main.getByRole('img', { name: say('partners:link.qr') })
      expect(Math.abs((await topOf(code)) - (await topOf(link)))).toBeLessThan(40)
      const totals = main.locator('dl').filter({ hasText: say('partners:totals.turnover') })
      const partners = page.getByRole('table', { name: say('partners:list.title') })
      expect(await topOf(totals)).toBeLessThan(await topOf(partners))
      const head = partners.getByRole('columnheader', { name: say('partners:held.total') })
      await expect(head).toBeVisible()
      const first = partners.locator('tbody tr').first()
      await expect(first.locator('td').last()).toContainText('USDT')
      await expect(first.locator('td').last()).not.toContainText('—')
    })

    test('a phone has labelled rows, and fields to sort by', async ({ page, say }) => {
      await page.setViewportSize({ width: 360, height: 740 })
      await signIn(page, demoInvestor)
      await page.goto('/cabinet/referrals')
      const partners = page.getByRole('table', { name: say('partners:list.title') })
      await expect(partners.locator('thead')).toBeHidden()
      await page.getByText(say('common:list.filters'), { exact: true }).click()
      await page.locator('#sort').selectOption('login')
      await page.locator('#sortDir').selectOption('asc')
      await page.getByRole('button', { name: say('common:action.show') }).click()
      await expect(page).toHaveURL(/sort=login&sortDir=asc/)
      await expect(partners.getByRole('rowheader').first()).toHaveText('alder')

      await page.setViewportSize({ width: 1280, height: 800 })
      await expect(page.locator('#sort')).toBeHidden()
      await expect(partners.locator('thead')).toBeVisible()
    })
  })

for (const lng of ['ru', 'en'] as const)
  test.describe(`on a phone, in ${lng}`, () => {
    test.use({ lng, javaScriptEnabled: lng === 'ru', viewport: { width: 360, height: 740 } })

    test('the list of partners begins on the first screen, and each row of it is 60 px high', async ({
      page,
      say,
    }) => {
      await signIn(page, demoInvestor)
      await page.goto('/cabinet/referrals')
      const rowsOf = (title: string) => page.getByRole('table', { name: title }).locator('tbody tr')
      const partners = rowsOf(say('partners:list.title'))
      expect((await partners.first().boundingBox())!.y).toBeLessThan(740)
      const rewards = rowsOf(say('partners:held.title'))
      for (const row of [...(await partners.all()), ...(await rewards.all())]) {
        const { height } = (await row.boundingBox())!
        expect(height, await row.innerText()).toBeGreaterThanOrEqual(60)
        expect(height, await row.innerText()).toBeLessThanOrEqual(72)
      }
    })
  })

test('the whole link is copied', async ({ page, context, stack, say }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, demoInvestor)
  await page.goto('/cabinet/referrals')
  await page.getByRole('button', { name: say('partners:link.copy') }).click()
  await expect(page.getByRole('button', { name: say('common:action.copied') })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${stack.url}/register/investor`)
})
