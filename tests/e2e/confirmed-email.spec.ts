import { newPerson } from '../support/investor'
import { expect, test } from '../support/journey'
import { scriptedLanguages } from '../support/reading-modes'
import { fillIn, send } from '../support/steps'
import { openVisitor, signedIn } from '../support/visitor'

/**
 * An e-mail counts as the account's only after its code was entered; `tests/journeys/confirmed-email.test.ts`
 * tests it by HTML alone.
 */

for (const lng of scriptedLanguages)
  test.describe(`in ${lng}`, () => {
    test.use({ lng })

    test('a new investor enters the code of the mail, and can then sign in with the e-mail', async ({
      page,
      stack,
      say,
    }) => {
      const person = newPerson()
      await page.goto('/register')
      await fillIn(page, { ...person, passwordRepeat: person.password })
      await send(page, 'passwordRepeat')
      await expect(page).toHaveURL(/\/phone$/)
      await fillIn(page, { code: '000000' })
      await send(page, 'code')
      await expect(page).toHaveURL(/\/cabinet$/)

      // Until then the e-mail can't be used to sign in.
      const byMail = { login: person.email, password: person.password }
      const visitor = openVisitor(stack.url, lng)
      const refused = await visitor.submit(await visitor.visit('/login'), 'name="password"', byMail)
      expect(refused.text).toContain(say('refusals:code.invalid_credentials'))

      await page.getByRole('link', { name: say('cabinet:dashboard.begin.email.title') }).click()
      await expect(page).toHaveURL(/\/cabinet\/settings\/profile#email$/)
      await expect(page.locator('main')).toContainText(say('settings:email.lead', { email: person.email }))
      await fillIn(page, { code: '12-34 56' })
      await send(page, 'code')
      await expect(page.locator('main [role=alert]').first()).toContainText(say('refusals:code.code_invalid'))
      await expect(page.locator('main [name=code]')).toHaveValue('12-34 56')
      await page.getByRole('button', { name: say('settings:email.resend') }).click()
      await expect(page.locator('main [role=alert]').first()).toContainText(
        say('refusals:code.too_many_requests'),
      )
      await fillIn(page, { code: '000 000' })
      await send(page, 'code')
      await expect(page.getByText(say('flash:emailConfirmed')).first()).toBeVisible()
      await expect(page.locator('main [name=code]')).toHaveCount(0)
      await page.goto('/cabinet')
      await expect(page.getByRole('link', { name: say('cabinet:dashboard.begin.email.title') })).toHaveCount(
        0,
      )
      await signedIn(stack.url, byMail, lng)
    })
  })
