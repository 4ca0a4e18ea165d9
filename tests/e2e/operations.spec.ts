import { readFile } from 'node:fs/promises'
import { demoInvestor } from '../support/investor'
import { expect, test } from '../support/journey'
import { signIn, investorAt } from '../support/steps'
import { investorWithDeposit } from '../support/signed-in-investor'

/**
 * The statement in a browser: its files, its filters, and its print version; `tests/journeys` tests its HTML.
 */

for (const javaScriptEnabled of [true, false]) {
  test.describe(`scripts ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled })

    test('the filters are folded on a phone, where the chosen ones stand above the list, and open on a desktop', async ({
      page,
      say,
    }) => {
      await signIn(page, demoInvestor)
      const type = page.locator('select[name=type]')
      const word = page.locator('summary', { hasText: say('common:list.filters') })

      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto('/cabinet/operations')
      await expect(type).toBeVisible()
      await expect(word).toBeHidden()

      await page.setViewportSize({ width: 360, height: 740 })
      await page.goto('/cabinet/operations')
      await expect(type).toBeHidden()
      await word.click()
      await type.selectOption('refill')
      await page.getByRole('button', { name: say('common:action.show') }).click()
      await expect(page).toHaveURL(/type=refill/)
      // Folded again, so that the list begins on the first screen; what is chosen stands above it.
      await expect(type).toBeHidden()
      await expect(type).toHaveValue('refill')
      const chosen = page.getByRole('list', { name: say('common:list.chosen') })
      await expect(chosen).toContainText(say('common:operation.refill'))
      expect((await page.locator('main tbody tr').nth(1).boundingBox())!.y).toBeLessThan(740)
      await chosen.getByRole('link').click()
      await expect(page).toHaveURL(/operations$/)
    })

    test('on a desktop the filters stand in one row, and no amount wraps or names a zone', async ({
      page,
    }) => {
      await page.setViewportSize({ width: 1280, height: 800 })
      await signIn(page, demoInvestor)
      await page.goto('/cabinet/operations')
      const fields = page.locator('main form[role=search]').locator('select, input, button')
      const tops = await fields.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom))
      expect(tops.length).toBeGreaterThan(6)
      for (const top of tops) expect(Math.abs(top - tops[0]!)).toBeLessThan(2)
      const rows = page.locator('section:is([aria-labelledby="list"], :has(> * > #list)) tbody tr:has(td)')
      expect(await rows.count()).toBeGreaterThan(10)
      for (const row of await rows.all()) {
        const text = await row.innerText()
        expect(text).not.toMatch(/GMT|UTC/)
        for (const figure of await row
          .locator('td')
          .evaluateAll((cells) =>
            cells.slice(-2).map((one) => one.firstElementChild!.getBoundingClientRect().height),
          ))
          expect(figure, text).toBeLessThan(32)
      }
    })

    test('on a phone a row is 60 px high, and the list begins on the first screen', async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 740 })
      await signIn(page, demoInvestor)
      await page.goto('/cabinet/operations')
      const rows = page.locator('section:is([aria-labelledby="list"], :has(> * > #list)) tbody tr:has(td)')
      expect((await rows.first().boundingBox())!.y).toBeLessThan(500)
      for (const row of await rows.all()) {
        const { height } = (await row.boundingBox())!
        expect(height).toBeGreaterThanOrEqual(60)
        // A correction says why it was made, below its name.
        if (!(await row.getByRole('rowheader').innerText()).includes('\n'))
          expect(height, await row.innerText()).toBeLessThanOrEqual(72)
      }
    })
  })
}

test('the filtered operations are downloaded', async ({ page, say, stack }) => {
  const { investor } = await investorWithDeposit(stack)
  await signIn(page, investor)
  await page.goto('/cabinet/operations?account=balance&type=deposit_open')
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: say('cabinet:operations.csv.download_one', { rows: 1 }) }).click()
  const file = await readFile(await (await downloading).path(), 'utf8')
  const lines = file.split('\r\n')
  expect(lines[0]).toMatch(/^\uFEFF/)
  expect(lines.filter((line) => /^\d/.test(line))).toHaveLength(1)
  const row = /^[\d-]+ [\d:]+,Deposit opened,Balance,USDT,-300,400,/
  expect(lines).toContainEqual(expect.stringMatching(row))
})

for (const { lng, javaScriptEnabled } of [
  { lng: 'ru', javaScriptEnabled: false },
  { lng: 'en', javaScriptEnabled: true },
] as const) {
  test.describe(`in ${lng}, scripts ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ lng, javaScriptEnabled })

    test('printed, the page is a statement: with name and period, without controls', async ({
      page,
      say,
      stack,
    }) => {
      const { investor } = await investorWithDeposit(stack)
      await signIn(page, investor)
      await page.goto('/cabinet/operations?currency=USDT&from=2026-01-01')
      const head = page.locator('main dl', { hasText: investor.login })
      await expect(head).toBeHidden()
      await page.emulateMedia({ media: 'print' })
      await page.setViewportSize({ width: 700, height: 1000 })
      await expect(head).toContainText('USDT')
      await expect(page.getByRole('button')).toHaveCount(0)
      await expect(page.getByRole('navigation')).toHaveCount(0)
      await expect(
        page.getByRole('columnheader', { name: say('cabinet:operations.balanceAfter') }),
      ).toBeVisible()
    })
  })
}

test("a file that can't be created redirects to the page with the reason, and is not saved", async ({
  page,
  stack,
  say,
}) => {
  const investor = await investorAt(page, stack, '/cabinet/operations', { usdt: '700' })
  // The upstream no longer knows the session.
  const passwords = { currentPassword: investor.password, password: 'High-tide-at-9' }
  await investor.ask('PATCH', '/user/password', passwords)
  await page.locator('main a[href*="operations.csv"]').click()
  // The open page may already have reported the end of the session itself.
  await expect(page).toHaveURL(/\/login\?/)
  await expect(page.locator('main h1')).toHaveText(say('auth:login.title'))
})
