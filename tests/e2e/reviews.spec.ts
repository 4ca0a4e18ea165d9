import { type Page } from '@playwright/test'
import { closableDeposit, tronWallet } from '../support/investor'
import { expect, test } from '../support/journey'
import { fillIn, investorAt, send } from '../support/steps'
import { languages } from '~/contract/languages'

/** Every review page is a receipt that a phone shows whole, with a button that names the act and the amount. */

test.use({ viewport: { width: 360, height: 740 } })

const digits = (text: string) => text.replace(/[^\d.,]/g, '').replace(',', '.')

/** The button stands above the bar at the bottom, without scrolling; beside it is the way back. */
async function expectWhole(page: Page, amount: string) {
  const button = page.locator('main form button[type=submit]').first()
  await expect(button).toContainText('·')
  expect(digits(await button.innerText())).toBe(amount)
  const back = page.locator('main form button[type=submit], main form + a').nth(1)
  await expect(back).toBeVisible()
  const bar = await page.getByRole('navigation').last().boundingBox()
  expect(bar && bar.y).toBeGreaterThan(600)
  const bottomOf = async (one: typeof button) => {
    const box = await one.boundingBox()
    return box ? box.y + box.height : Infinity
  }
  // The message of the page before leaves with it.
  for (const one of [button, back]) await expect.poll(() => bottomOf(one)).toBeLessThanOrEqual(bar?.y ?? 0)
  const [first, second] = await Promise.all([button.boundingBox(), back.boundingBox()])
  if (!first || !second) throw new Error('no buttons')
  expect(Math.abs(first.y + first.height / 2 - second.y - second.height / 2)).toBeLessThanOrEqual(4)
  const size = await page
    .locator('main dd')
    .first()
    .evaluate((amountOf) => getComputedStyle(amountOf).fontSize)
  expect(size).toBe('36px')
}

for (const lng of languages)
  test.describe(`in ${lng}`, () => {
    test.use({ lng })

    test('opening a deposit', async ({ page, stack }) => {
      await investorAt(page, stack, '/cabinet/deposits/new', { usdt: '700' })
      await fillIn(page, { planId: 'breeze', currency: 'USDT', amount: '300' })
      await send(page, 'amount')
      await expect(page.locator('#confirm')).toBeVisible()
      await expectWhole(page, '300.00')
    })

    test('a withdrawal', async ({ page, stack }) => {
      await investorAt(page, stack, '/cabinet/withdrawals/new?system=usdt-trc20', { usdt: '700' })
      await fillIn(page, { system: 'usdt-trc20', amount: '100', wallet: tronWallet })
      await send(page, 'amount')
      await expect(page.locator('#confirm')).toBeVisible()
      await expectWhole(page, '100.00')
    })

    test('a subscription', async ({ page, stack }) => {
      await investorAt(page, stack, '/cabinet/subscription', { usdt: '700' })
      await fillIn(page, { optionId: 'month' })
      await send(page, 'optionId')
      await expect(page.locator('#confirm')).toBeVisible()
      await expectWhole(page, '15.00')
    })

    test('closing a deposit, with a button that keeps it', async ({ page, stack, say }) => {
      const investor = await investorAt(page, stack, '/cabinet', { usdt: '700' })
      const id = await closableDeposit(investor)
      await page.goto(`/cabinet/deposits/${id}/close`)
      await expectWhole(page, '300.00')
      await page.getByRole('link', { name: say('common:review.keep') }).click()
      await expect(page).toHaveURL(new RegExp(`/cabinet/deposits/${id}$`))
    })

    test('an exchange', async ({ page, stack }) => {
      await investorAt(page, stack, '/cabinet/exchange', { usdt: '700' })
      await fillIn(page, { from: 'USDT', to: 'BTC', amount: '100' })
      await send(page, 'amount')
      await expect(page.locator('#confirm')).toBeVisible()
      await expectWhole(page, '100.00')
    })
  })
