import { expectFits } from '../support/fits'
import { newInvestor } from '../support/investor'
import { expect, test } from '../support/journey'
import { fillIn, send, signIn, investorAt } from '../support/steps'

/**
 * The longest amounts: 18 decimals from the field to the ledger and back, on a narrow phone and magnified.
 */

const amount = '0.123456789012345678'
/** The same in the smallest unit of its network, as in a payment link. */
const wei = '123456789012345678'

test('eighteen decimals are kept exactly, and fit on every page', async ({ page, stack, say }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  const investor = await investorAt(page, stack, '/cabinet/top-up')
  await fillIn(page, { system: 'eth', amount })
  await send(page, 'amount')
  await expect(page).toHaveURL(/\/cabinet\/top-up\/[^/]+$/)
  await expect(page.locator('main')).toContainText(amount)
  await expect(page.locator(`main a[href*="${wei}"]`)).toHaveCount(1)
  await expectFits(page)
  await page.getByRole('button', { name: say('common:action.playTransfer') }).click()
  await expect(page.locator('main')).toContainText(say('common:status.refill.topped_up'))
  const { currencies } = (await investor.ask('GET', '/user/balance')) as {
    currencies: Record<string, { balance: string }>
  }
  expect(currencies['ETH']?.balance).toBe(amount)

  await page.goto('/cabinet/deposits/new')
  await fillIn(page, { planId: 'breeze', currency: 'ETH', amount })
  await send(page, 'amount')
  await expect(page.locator('main [name=figures]')).toHaveCount(1)
  await expectFits(page)
  await page.locator('#confirm button[type=submit]').click()
  await expect(page).toHaveURL(/\/cabinet\/deposits\/(?!new)[^/]+$/)
  // 1.11 % of it, rounded down to eighteen decimals: 0.0013703703580370370258
  await expect(page.locator('main')).toContainText('0.001370370358037037')
  await expectFits(page)
  for (const path of ['/cabinet', '/cabinet/operations', '/cabinet/deposits', '/cabinet/top-up']) {
    await page.goto(path)
    await expectFits(page)
  }
})

test('Back restores the scroll position of a list', async ({ page, stack }) => {
  await page.setViewportSize({ width: 360, height: 500 })
  const investor = await newInvestor(stack.backendUrl)
  // Each is paid before the next, because the number of open ones is limited.
  for (let at = 0; at < 12; at++) {
    const { id } = await investor.ask('POST', '/funds/refills', { system: 'trx', amount: '400' })
    await investor.ask('POST', `/ext/demo/refills/${id as string}/pay`, {})
  }
  await signIn(page, investor)
  await page.goto('/cabinet/top-up')
  // The first page says that the sign-in worked, and is longer by that than it is after Back.
  await page.reload()
  const link = page.locator('main a[href^="/cabinet/top-up/"]').nth(10)
  await link.scrollIntoViewIfNeeded()
  const place = () => page.evaluate(() => Math.round(scrollY))
  const before = await place()
  expect(before).toBeGreaterThan(500)
  await link.click()
  await expect(page).toHaveURL(/\/cabinet\/top-up\/[^/]+$/)
  await expect(page.locator('main h1')).toBeVisible()
  await page.goBack()
  await expect(link).toBeInViewport()
  await expect.poll(place).toBe(before)
})
