import { type Page } from '@playwright/test'
import { expect, test } from '../support/journey'
import { demoInvestor } from '../support/investor'
import * as lists from '../support/lists'
import { rowsOf, signIn } from '../support/steps'
import { scriptedLanguages } from '../support/reading-modes'

/**
 * Lists with scripts on: by state and by pages, with each step in the address, and Back.
 * `tests/journeys/lists.test.ts` tests them by HTML alone.
 */

test.use({ clock: 'still' })

/** The distinct texts in the last column. */
async function states(page: Page): Promise<string[]> {
  return lists.eachOnce(await page.locator('main tbody tr > :last-child').allInnerTexts())
}

for (const lng of scriptedLanguages)
  test.describe(`in ${lng}`, () => {
    test.use({ lng })

    test('deposits are filtered by state, and Back leads to all of them', async ({ page, say }) => {
      await signIn(page, demoInvestor)
      await page.goto('/cabinet/deposits')
      const all = lists.wordsOf(say, 'deposit', lists.depositStates)
      await expect.poll(() => states(page)).toEqual(all)
      const tabs = page.getByRole('navigation', { name: say('cabinet:deposits.status') })
      for (const state of lists.depositStates) {
        const name = say(`cabinet:deposits.tab.${state}`)
        const word = say(`common:status.deposit.${state}`)
        await tabs.getByRole('link', { name }).click()
        await expect(page).toHaveURL(new RegExp(`/cabinet/deposits\\?status=${state}$`))
        await expect(tabs.locator('[aria-current=page]')).toHaveText(name)
        await expect.poll(() => states(page)).toEqual([word])
      }
      for (const _state of lists.depositStates) await page.goBack()
      await expect(page).toHaveURL(/\/cabinet\/deposits$/)
      await expect(tabs.locator('[aria-current=page]')).toHaveText(say('common:list.all'))
      await expect.poll(() => states(page)).toEqual(all)
    })

    test('withdrawals are filtered by state by tabs', async ({ page, say }) => {
      await signIn(page, demoInvestor)
      await page.goto('/cabinet/withdrawals')
      const all = lists.wordsOf(say, 'payment', lists.paymentStates)
      await expect.poll(() => states(page)).toEqual(all)
      const tabs = page.getByRole('navigation', { name: say('cabinet:withdrawals.status') })
      for (const state of lists.paymentStates) {
        const name = say(`cabinet:withdrawals.tab.${state}`)
        await tabs.getByRole('link', { name, exact: true }).click()
        await expect(page).toHaveURL(new RegExp(`/cabinet/withdrawals\\?status=${state}$`))
        await expect(tabs.locator('[aria-current=page]')).toHaveText(name)
        await expect.poll(() => states(page)).toEqual(lists.wordsOf(say, 'payment', [state]))
      }
      await page.goBack()
      const last = say(`cabinet:withdrawals.tab.${lists.paymentStates.at(-2)}`)
      await expect(tabs.locator('[aria-current=page]')).toHaveText(last)
    })

    test('top-ups are filtered by state, which their filter then shows', async ({ page, say }) => {
      await signIn(page, demoInvestor)
      await page.goto('/cabinet/top-up')
      const all = lists.wordsOf(say, 'refill', lists.refillStates)
      await expect.poll(() => states(page)).toEqual(all)
      const filter = page.getByRole('search').getByLabel(say('cabinet:topUp.status'))
      const show = page.getByRole('search').getByRole('button', { name: say('common:action.show') })
      for (const state of [...lists.refillStates, '']) {
        await filter.selectOption(state)
        await show.click()
        await expect(page).toHaveURL(new RegExp(`/cabinet/top-up\\?status=${state}&`))
        await expect.poll(() => states(page)).toEqual(state ? lists.wordsOf(say, 'refill', [state]) : all)
        await expect(filter).toHaveValue(state)
      }
    })

    test('notifications are filtered by subject, which their tabs then show', async ({ page, say }) => {
      await signIn(page, demoInvestor)
      await page.goto('/cabinet/notifications')
      const tabs = page.getByRole('navigation', { name: say('notifications:type') })
      const rows = page.getByRole('group', { name: say('notifications:list') }).getByRole('listitem')
      const kinds = async () => lists.kindsIn(say, ...(await rows.allTextContents()))
      await expect.poll(async () => (await kinds()).length).toBeGreaterThan(1)
      for (const kind of lists.notificationTypes) {
        const tab = tabs.getByRole('link', { name: say(`notifications:tab.${kind}`) })
        await tab.click()
        await expect(page).toHaveURL(new RegExp(`/cabinet/notifications\\?type=${kind}$`))
        await expect.poll(kinds).toEqual([kind])
        await expect(tab).toHaveAttribute('aria-current', 'page')
      }
    })

    test('operations are filtered by currency, account, state and days', async ({ page, say }) => {
      await signIn(page, demoInvestor)
      await page.goto('/cabinet/operations')
      const filters = page.getByRole('search')
      const field = (name: string) => filters.getByLabel(say(name), { exact: true })
      const show = filters.getByRole('button', { name: say('common:action.show') })
      const heads = lists.filteredColumns.map((head) => say(`cabinet:operations.${head}`))
      const shownInRows = async () => lists.filteredIn(await rowsOf(page, 'list', heads))
      for (const [name, value, shown] of lists.statementFilters(say)) {
        await page.goto('/cabinet/operations')
        await field(`cabinet:operations.${name}`).selectOption(value)
        await show.click()
        await expect(page).toHaveURL(new RegExp(`[?&]${name}=${value}(&|$)`))
        await expect.poll(async () => (await shownInRows())[name]).toEqual([shown])
        await expect(field(`cabinet:operations.${name}`)).toHaveValue(value)
      }

      await page.goto('/cabinet/operations')
      const list = page.locator('main section:is([aria-labelledby="list"], :has(> * > #list)) tbody time')
      const days = async () =>
        lists.daysOf(await list.evaluateAll((all) => all.map((one) => one.getAttribute('datetime'))))
      await expect.poll(async () => (await days()).length).toBeGreaterThan(1)
      const day = (await days())[1] ?? ''
      await field('common:list.from').fill(day)
      await field('common:list.to').fill(day)
      await field('cabinet:operations.account').selectOption('balance')
      await show.click()
      await expect(page).toHaveURL(new RegExp(`[?&]from=${day}&to=${day}$`))
      await expect.poll(days).toEqual([day])
      expect((await shownInRows()).account).toEqual([say('common:account.balance')])
      await expect(field('common:list.from')).toHaveValue(day)
      await expect(field('common:list.to')).toHaveValue(day)
    })

    test('the accruals of a deposit are paged forwards and backwards', async ({ page, say }) => {
      await signIn(page, demoInvestor)
      await page.goto('/cabinet/deposits?status=awaiting_completion')
      await page.locator('main tbody a').first().click()
      const accruals = page.locator('main section:is([aria-labelledby="accruals"], :has(> * > #accruals))')
      const pages = accruals.getByRole('navigation', { name: say('common:list.pages') })
      const next = pages.getByRole('link', { name: say('common:list.next') })
      const previous = pages.getByRole('link', { name: say('common:list.previous') })
      const days = () => accruals.locator('tbody tr > :first-child').allInnerTexts()
      const tenFrom = (day: number) => lists.tenAccrualsFrom(say, day)
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
