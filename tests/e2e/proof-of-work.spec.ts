import { newPerson } from '../support/investor'
import { expect, test } from '../support/journey'
import { fillIn, send } from '../support/steps'
import { openVisitor } from '../support/visitor'

/**
 * The proof of work in forms that cause messages, with the limits of a deployment: it is not required before
 * the fourth registration of a network within an hour.
 */

test.use({ product: { env: { RATE_LIMIT_FACTOR: '1' } } })
test.describe('with scripts', () => {
  test.use({ lng: 'en', javaScriptEnabled: true })

  test('the page finds the solution itself, and the form is accepted', async ({ page, stack }) => {
    for (let at = 0; at < 3; at++) {
      const visitor = openVisitor(stack.url, 'en')
      const earlier = newPerson()
      const fields = { ...earlier, passwordRepeat: earlier.password }
      const form = await visitor.visit('/register')
      expect((await visitor.submit(form, 'name="passwordRepeat"', fields)).url.pathname).toBe('/phone')
    }
    const person = newPerson()
    await page.goto('/register')
    await expect(page.locator('input[name=workSolution]')).toBeAttached()
    await fillIn(page, { ...person, passwordRepeat: person.password })
    await send(page, 'passwordRepeat')
    await expect(page).toHaveURL(/\/phone$/, { timeout: 60_000 })
  })
})
