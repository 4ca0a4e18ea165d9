import { newInvestor } from '../support/investor'
import { expect, test } from '../support/journey'
import { otherScriptedLanguages } from '../support/reading-modes'
import { confirm, fillIn, send, signIn } from '../support/steps'

// The demonstration's own subscription has expired on the day of its start; nothing here moves the clock.
test.use({ clock: 'still' })

/** A subscription: its price and benefits, one payment for one request, and the state afterwards. */

for (const lng of otherScriptedLanguages) {
  test.describe(`in ${lng}`, () => {
    test.use({ lng })

    test('is paid once, shows its end, and the next one extends it', async ({ page, stack, say }) => {
      const investor = await newInvestor(stack.backendUrl, { usdt: '100' })
      const payments = () =>
        stack.upstreamCalls.filter(
          ({ method, path, status }) =>
            method === 'POST' && path === '/api/user/subscription' && status < 300,
        ).length
      const before = payments()
      await signIn(page, investor)
      await page.goto('/cabinet/subscription')
      await expect(page.locator('main')).toContainText(say('exchange:subscription.none'))
      await fillIn(page, { optionId: 'month' })
      await send(page, 'optionId')
      await expect(page.locator('main h1')).toHaveText(say('exchange:subscription.review.title'))
      await expect(page.locator('main')).toContainText(say('exchange:subscription.once'))
      await page.waitForLoadState()
      await page.locator('#confirm button[type=submit]').dblclick()
      await expect(page.locator('main')).toContainText(say('flash:subscriptionActivated'))
      await expect(page.locator('main')).toContainText(say('exchange:subscription.activeText'))
      expect(payments() - before).toBe(1)
      expect((await investor.ask('GET', '/user/balance'))['balance']).toBe('85')

      await fillIn(page, { optionId: 'day' })
      await send(page, 'optionId')
      await expect(page.locator('main')).toContainText(say('exchange:subscription.review.added'))
      await confirm(page)
      // There was one just now, so this one needs a confirmation.
      await expect(page.getByRole('alert')).toContainText([say('refusals:duplicate.untick'), ''])
      const tick = page.getByRole('checkbox', { name: say('refusals:duplicate.tick') })
      // Both buttons are below it, beside each other.
      const boxes = [tick, page.locator('#confirm button'), page.locator('#change button')]
      const [above, pay, back] = await Promise.all(boxes.map((one) => one.boundingBox()))
      expect(pay!.y).toBeGreaterThan(above!.y + above!.height)
      expect(Math.abs(back!.y - pay!.y)).toBeLessThanOrEqual(4)
      await tick.check()
      await confirm(page)
      // The message of the first payment may still be shown.
      await expect.poll(async () => (await investor.ask('GET', '/user/balance'))['balance']).toBe('83.5')
      await expect(page.locator('main')).toContainText(say('flash:subscriptionActivated'))
    })
  })
}
