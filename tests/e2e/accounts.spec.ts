import { newPerson } from '../support/investor'
import { expect, test } from '../support/journey'
import { fillIn, send } from '../support/steps'

/** Accounts with scripts on; `tests/journeys/accounts.test.ts` tests their HTML. */

test('the wait for another code is shown on the same page', async ({ page }) => {
  const person = newPerson()
  await page.goto('/register')
  await fillIn(page, { ...person, passwordRepeat: person.password })
  await send(page, 'passwordRepeat')
  await send(page, 'intent')
  const wait = page.locator('#resend-wait')
  await expect(wait).toHaveText(/^A new code can be asked for in [1-5]?\d s$/)
  const secondsLeft = async () => Number(/in (\d+) s/.exec((await wait.textContent()) ?? '')?.[1])
  const first = await secondsLeft()
  await expect.poll(secondsLeft).toBeLessThan(first)
})
