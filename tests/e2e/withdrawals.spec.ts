import { newInvestor, tronWallet } from '../support/investor'
import { expect, test } from '../support/journey'
import { confirm as press, fillIn as fillInAt, send, signIn, typePasswordAndCode } from '../support/steps'
import { writtenIn } from '../support/texts'
import { freeBalanceOf, saveWallet, withdrawalWalletsOf } from '../support/withdrawals'
import { otherScriptedLanguages } from '../support/reading-modes'

// The demonstration has each state on the day of its start only; a moved clock would change its entries.
test.use({ clock: 'still' })

/** Withdrawals with scripts on; `tests/journeys/withdrawals.test.ts` tests their HTML. */

for (const lng of otherScriptedLanguages)
  test.describe(`with scripts on, in ${lng}`, () => {
    test.use({ lng })

    test('a saved wallet is chosen, one request is cancelled in time, and another too late', async ({
      page,
      stack,
      say,
    }) => {
      const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
      await saveWallet(investor)
      await signIn(page, investor)
      // The page gets no notification of the decision, which would remove the form at an unknown time.
      await page.routeWebSocket(/./, () => {})
      const ask = async (prove: () => Promise<void>) => {
        await page.goto('/cabinet/withdrawals/new')
        await fillInAt(page, { system: 'usdt-trc20', amount: '200', saved: tronWallet })
        await send(page, 'amount')
        await prove()
        await press(page)
        await expect(page.locator('main')).toContainText(say('flash:requestSent'))
        await page.getByRole('link', { name: say('cabinet:withdrawals.cancel.open') }).click()
        const dialog = page.getByRole('alertdialog', { name: say('cabinet:withdrawals.cancel.title') })
        const keep = dialog.getByRole('button', { name: say('common:review.keep') })
        // The focus begins where nothing happens, and comes back to what opened it.
        await expect(keep).toBeFocused()
        await keep.press('Enter')
        await expect(dialog).toHaveCount(0)
        const cancel = page.getByRole('link', { name: say('cabinet:withdrawals.cancel.open') })
        await expect(cancel).toBeFocused()
        await cancel.press('Enter')
        await expect(keep).toBeFocused()
        return page.url().split('/').at(-1) ?? ''
      }
      await ask(() => typePasswordAndCode(page))
      await press(page)
      await expect(page.locator('main')).toContainText(say('flash:paymentCancelled'))
      await expect(page.getByRole('alertdialog')).toHaveCount(0)
      await expect(page.locator('main')).toContainText(
        say('cabinet:withdrawals.one.returnedAs', { amounts: `${writtenIn(lng, '200.00')} USDT` }),
      )
      expect(await freeBalanceOf(investor)).toBe(700)

      // They are good for five minutes.
      const id = await ask(async () => {})
      await investor.ask('POST', `/ext/demo/payments/${id}/decide`, { decision: 'review' })
      await press(page)
      await expect(page).toHaveURL(/\/cancel$/)
      await expect(page.getByRole('alert')).toContainText(say('refusals:code.payment_not_cancellable'))
      expect(await freeBalanceOf(investor)).toBe(500)
      expect(await withdrawalWalletsOf(investor)).toEqual([tronWallet, tronWallet])
    })
  })
