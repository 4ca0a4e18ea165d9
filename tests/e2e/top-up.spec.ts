import { newInvestor } from '../support/investor'
import { expect, test } from '../support/journey'
import { load, signIn, takenOver, installClock } from '../support/steps'
import { scriptedLanguages } from '../support/reading-modes'

/** Top-ups with scripts on; `tests/journeys/top-up.test.ts` tests their HTML. */

for (const lng of scriptedLanguages)
  test.describe(`a request with scripts on, in ${lng}`, () => {
    test.use({ lng })

    test('copies the address and amount, counts down, and reports when its time is over', async ({
      page,
      context,
      stack,
      say,
    }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      const investor = await newInvestor(stack.backendUrl)
      const { id, wallet } = await investor.ask('POST', '/funds/refills', {
        system: 'eth',
        amount: '0.1234567',
      })
      await signIn(page, investor)
      await installClock(page)
      await load(page, `/cabinet/top-up/${id as string}`)
      for (const [name, text] of [
        ['copyAddress', wallet],
        ['copyAmount', '0.1234567'],
      ]) {
        await page.getByRole('button', { name: say(`cabinet:refill.${name as string}`) }).click()
        await expect(page.getByRole('button', { name: say('common:action.copied') })).toBeVisible()
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text)
        await page.reload()
        await takenOver(page)
      }

      const minutes = async () => {
        const left = await page.getByRole('timer').innerText()
        // At first a whole hour is left.
        return /^1\s*(h|ч)/.test(left) ? 60 : Number(/\d+/.exec(left)?.[0])
      }
      expect(await minutes()).toBeGreaterThan(55)
      await page.clock.runFor('31:00')
      await expect.poll(minutes).toBeLessThan(30)
      expect(await minutes()).toBeGreaterThan(25)

      await investor.ask('POST', '/ext/demo/clock', { days: 1 })
      await page.clock.runFor('30:00')
      await expect(page.locator('main')).toContainText(say('cabinet:refill.expired'))
      await expect(page.getByRole('timer')).toHaveCount(0)
      await expect(page.getByRole('button', { name: say('cabinet:refill.copyAddress') })).toHaveCount(0)
    })
  })
