import { type Page } from '@playwright/test'
import { expect, test } from '../support/journey'
import { demoInvestor, signIn } from '../support/steps'
import { languages, type Say } from '../support/texts'

/** Lists as one walks through them in a browser: by state and by pages, with each step in the address and on the way back. */

test.use({ clock: 'still' })

const deposits = ['in_progress', 'awaiting_completion', 'closed'] as const
const payments = ['pending', 'under_review', 'rejected', 'completed'] as const

/** What stands last in the rows, each once. */
async function states(page: Page): Promise<string[]> {
  const cells = await page.locator('main tbody tr > :last-child').allInnerTexts()
  return [...new Set(cells.map((cell) => cell.trim()))].sort()
}

const words = (say: Say, entry: 'deposit' | 'payment', of: readonly string[]) =>
  of.map((state) => say(`common:status.${entry}.${state}`)).sort()

for (const lng of languages)
  for (const javaScriptEnabled of [true, false])
    test.describe(`in ${lng}, scripts ${javaScriptEnabled ? 'on' : 'off'}`, () => {
      test.use({ lng, javaScriptEnabled })

      test('deposits are shown by state, and Back leads to all of them', async ({ page, say }) => {
        await signIn(page, demoInvestor)
        await page.goto('/cabinet/deposits')
        const all = words(say, 'deposit', deposits)
        await expect.poll(() => states(page)).toEqual(all)
        const tabs = page.getByRole('navigation', { name: say('cabinet:deposits.status') })
        for (const state of deposits) {
          const name = say(`common:status.deposit.${state}`)
          await tabs.getByRole('link', { name }).click()
          await expect(page).toHaveURL(new RegExp(`/cabinet/deposits\\?status=${state}$`))
          await expect(tabs.locator('[aria-current=page]')).toHaveText(name)
          await expect.poll(() => states(page)).toEqual([name])
        }
        for (const _state of deposits) await page.goBack()
        await expect(page).toHaveURL(/\/cabinet\/deposits$/)
        await expect(tabs.locator('[aria-current=page]')).toHaveText(say('common:list.all'))
        await expect.poll(() => states(page)).toEqual(all)
      })

      test('withdrawals are shown by state, which their filter then says', async ({ page, say }) => {
        await signIn(page, demoInvestor)
        await page.goto('/cabinet/withdrawals')
        const all = words(say, 'payment', payments)
        await expect.poll(() => states(page)).toEqual(all)
        const filter = page.getByRole('search').getByLabel(say('cabinet:withdrawals.status'))
        const show = page.getByRole('search').getByRole('button', { name: say('common:action.show') })
        for (const state of [...payments, '']) {
          await filter.selectOption(state)
          await show.click()
          await expect(page).toHaveURL(new RegExp(`/cabinet/withdrawals\\?status=${state}$`))
          await expect.poll(() => states(page)).toEqual(state ? words(say, 'payment', [state]) : all)
          await expect(filter).toHaveValue(state)
        }
        await page.goBack()
        // Without scripts the browser shows again what was chosen on the page that it kept.
        if (javaScriptEnabled) await expect(filter).toHaveValue('completed')
        await expect.poll(() => states(page)).toEqual(words(say, 'payment', ['completed']))
      })

      test('the accruals of a deposit are walked through page by page, and back', async ({ page, say }) => {
        await signIn(page, demoInvestor)
        await page.goto('/cabinet/deposits?status=awaiting_completion')
        await page.locator('main tbody a').first().click()
        const accruals = page.getByRole('region', { name: say('cabinet:deposits.accruals.title') })
        const pages = accruals.getByRole('navigation', { name: say('common:list.pages') })
        const next = pages.getByRole('link', { name: say('common:list.next') })
        const previous = pages.getByRole('link', { name: say('common:list.previous') })
        const days = () => accruals.locator('tbody tr > :first-child').allInnerTexts()
        const tenFrom = (first: number) =>
          Array.from({ length: 10 }, (_, at) => say('cabinet:deposits.accruals.nth', { day: first - at }))
        await expect.poll(days).toEqual(tenFrom(100))
        await expect(previous).toHaveCount(0)
        await next.click()
        await expect(page).toHaveURL(/\?page=2$/)
        await expect.poll(days).toEqual(tenFrom(90))
        await next.click()
        await expect.poll(days).toEqual(tenFrom(80))
        await previous.click()
        await expect.poll(days).toEqual(tenFrom(90))
        await page.goto(page.url().replace('page=2', 'page=10'))
        await expect.poll(days).toEqual(tenFrom(10))
        await expect(next).toHaveCount(0)
        await expect(pages).toContainText(say('common:list.end'))
      })
    })
