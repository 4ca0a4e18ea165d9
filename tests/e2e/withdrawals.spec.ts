import { newInvestor, tronWallet } from '../support/investor'
import { expect, test } from '../support/journey'
import { confirm as press, fillIn as fillInAt, send, signIn, typePassword } from '../support/steps'
import { writtenIn } from '../support/texts'
import { freeBalanceOf, saveWallet, withdrawalWalletsOf } from '../support/withdrawals'
import { otherScriptedLanguages } from '../support/reading-modes'

// The demonstration shows each state on the day of its start; days later its entries have moved on.
test.use({ clock: 'still' })

/** Withdrawals where scripts run; what HTML alone shows of them is held by `tests/journeys/withdrawals.test.ts`. */

for (const lng of otherScriptedLanguages)
  test.describe(`where scripts run, in ${lng}`, () => {
    test.use({ lng })

    test('a saved wallet is chosen, and the request is cancelled in time, and another one too late', async ({
      page,
      stack,
      say,
    }) => {
      const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
      await saveWallet(investor)
      await signIn(page, investor)
      // The page hears nothing of the decision: otherwise it takes the form away by itself, before or after the press.
      await page.routeWebSocket(/./, () => {})
      const ask = async () => {
        await page.goto('/cabinet/withdrawals/new')
        await fillInAt(page, { system: 'usdt-trc20', amount: '200', saved: tronWallet })
        await send(page, 'amount')
        await typePassword(page)
        await press(page, say)
        await expect(page.locator('main')).toContainText(say('common:flash.requestSent'))
        await page.getByRole('link', { name: say('cabinet:withdrawals.cancel.open') }).click()
        await expect(page.locator('main h1')).toHaveText(say('cabinet:withdrawals.cancel.title'))
        return page.url().split('/').at(-2) ?? ''
      }
      await ask()
      await send(page, 'submission')
      await expect(page.locator('main')).toContainText(say('common:flash.paymentCancelled'))
      await expect(page.locator('main')).toContainText(
        say('cabinet:withdrawals.one.returnedAs', { amounts: `${writtenIn(lng, '200.00')} USDT` }),
      )
      expect(await freeBalanceOf(investor)).toBe(700)

      const id = await ask()
      await investor.ask('POST', `/ext/demo/payments/${id}/decide`, { decision: 'review' })
      await send(page, 'submission')
      await expect(page.getByRole('alert')).toContainText(say('refusals:code.payment_not_cancellable'))
      expect(await freeBalanceOf(investor)).toBe(500)
      expect(await withdrawalWalletsOf(investor)).toEqual([tronWallet, tronWallet])
    })
  })
