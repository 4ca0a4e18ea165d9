import { type Page } from '@playwright/test'
import { topUp, tronWallet } from '../support/investor'
import { expect, test } from '../support/journey'
import { investorAt, load } from '../support/steps'
import { writtenIn } from '../support/texts'
import { otherScriptedLanguages } from '../support/reading-modes'

/** Forms about an amount with scripts on: a receipt answers while it is typed. `deposits.spec.ts` has that of a deposit. */

const receiptOn = (page: Page) => page.locator('section[aria-labelledby=receipt]')
const amountOn = (page: Page) => page.locator('main [name=amount]')

for (const lng of otherScriptedLanguages)
  test.describe(`the receipt of an amount, in ${lng}`, () => {
    test.use({ lng })
    const inWords = (figure: string, currency: string) => `${writtenIn(lng, figure)}\u00a0${currency}`

    test('is in view above the bar of a phone while an amount is typed', async ({ page, stack }) => {
      await page.setViewportSize({ width: 360, height: 740 })
      await investorAt(page, stack, '/cabinet', { usdt: '700' })
      const bar = page.getByRole('navigation').last()
      for (const path of ['deposits/new', 'withdrawals/new', 'top-up', 'exchange']) {
        await load(page, `/cabinet/${path}`)
        if (path === 'exchange') await page.locator('main [name=to]').selectOption('BTC')
        await page.evaluate(() => scrollTo(0, 0))
        await amountOn(page).pressSequentially('200')
        const first = receiptOn(page).locator('dd').first()
        await expect(receiptOn(page), path).toContainText(inWords('200.00', 'USDT'))
        if (path === 'deposits/new') {
          const limits = page.locator('main [id$="-hint"]').first()
          expect(await limits.evaluate((node) => node.clientHeight), 'one row').toBeLessThan(30)
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
        }
        const [figure, under] = [await first.boundingBox(), await bar.boundingBox()]
        expect(figure!.y + figure!.height, path).toBeLessThan(under!.y)
      }
    })

    test('of a withdrawal follows the payment system, and all of a balance keeps the address', async ({
      page,
      stack,
      say,
    }) => {
      const investor = await investorAt(page, stack, '/cabinet/withdrawals/new', { usdt: '700' })
      const [amount, receipt] = [amountOn(page), receiptOn(page)]
      await expect(
        page.getByLabel(say('cabinet:withdrawals.new.amountIn', { currency: 'USDT' })),
      ).toBeVisible()
      await page.locator('main [name=wallet]').fill(tronWallet)
      await amount.fill('200')
      for (const figure of ['200.00', '1.00', '199.00'])
        await expect(receipt).toContainText(inWords(figure, 'USDT'))

      await amount.fill('19.99'.replace('.', lng === 'ru' ? ',' : '.'))
      await expect(amount).toHaveAttribute('aria-invalid', 'true')
      await expect(receipt).toContainText(say('cabinet:withdrawals.receipt.none'))

      // The rest of a coin is bought for USDT.
      await page.locator('[name=system][value=trx]').check()
      await expect(
        page.getByLabel(say('cabinet:withdrawals.new.amountIn', { currency: 'TRX' })),
      ).toBeVisible()
      await amount.fill('100')
      await expect(receipt).toContainText(inWords('98.00', 'TRX'))
      await expect(receipt).toContainText(say('cabinet:withdrawals.review.fromUsdt'))

      // What can't be used now says why, and can't be chosen.
      await expect(page.locator('[name=system][value=btc]')).toBeDisabled()

      await page.locator('[name=system][value=usdt-trc20]').check()
      await page
        .getByRole('link', { name: say('common:form.whole', { amount: inWords('700.00', 'USDT') }) })
        .click()
      await expect(amount).toBeFocused()
      await expect(receipt).toContainText(inWords('699.00', 'USDT'))
      await expect(page.locator('main [name=wallet]')).toHaveValue(tronWallet)
      await page.getByRole('button', { name: say('common:action.continue') }).click()
      await expect(page.locator('main h1')).toHaveText(say('cabinet:withdrawals.review.title'))
      await expect(page.locator('main')).toContainText(inWords('699.00', 'USDT'))
      expect((await investor.ask('GET', '/funds/payments'))['total']).toBe(0)
    })

    test('of an exchange follows both currencies', async ({ page, stack, say }) => {
      const investor = await investorAt(page, stack, '/cabinet/exchange', { usdt: '700' })
      await topUp(investor, '1000', 'trx')
      const [amount, receipt] = [amountOn(page), receiptOn(page)]
      await amount.fill('100')
      await expect(receipt).toContainText(say('exchange:receipt.none'))
      await page.locator('main [name=to]').selectOption('BTC')
      await expect(receipt).toContainText(inWords('100.00', 'USDT'))
      await expect(receipt).toContainText('BTC')
      await amount.fill('9')
      await expect(amount).toHaveAttribute('aria-invalid', 'true')
      await page.locator('main [name=from]').selectOption('TRX')
      await amount.fill('100')
      await expect(receipt).toContainText(inWords('100.00', 'TRX'))
      await expect(amount).not.toHaveAttribute('aria-invalid', 'true')
    })

    test('asks for nothing else of its page', async ({ page, stack }) => {
      await investorAt(page, stack, '/cabinet/withdrawals/new', { usdt: '700' })
      const calls = async (path: string, currency: string) => {
        await load(page, path)
        const before = stack.upstreamCalls.length
        await amountOn(page).fill('250')
        await expect(receiptOn(page)).toContainText(inWords('250.00', currency))
        return stack.upstreamCalls.slice(before).map((call) => call.path.replace(/\?.*/, ''))
      }
      expect(await calls('/cabinet/top-up', 'USDT')).not.toContain('/api/funds/refills')
      const forWithdrawal = await calls('/cabinet/withdrawals/new', 'USDT')
      expect(forWithdrawal.filter((path) => /user-data/.test(path))).toEqual([])
    })

    test('of a top-up says what to send, by which network', async ({ page, stack, say }) => {
      const investor = await investorAt(page, stack, '/cabinet/top-up', {})
      const [amount, receipt] = [amountOn(page), receiptOn(page)]
      await amount.fill('250')
      await expect(receipt).toContainText(inWords('250.00', 'USDT'))
      await page.locator('[name=system][value=eth]').check()
      await expect(page.getByLabel(say('cabinet:topUp.amountIn', { currency: 'ETH' }))).toBeVisible()
      await amount.fill('1')
      await expect(receipt).toContainText(inWords('1.00000000', 'ETH'))
      await amount.fill('0')
      await expect(amount).toHaveAttribute('aria-invalid', 'true')
      expect((await investor.ask('GET', '/funds/refills'))['total']).toBe(0)
    })
  })
