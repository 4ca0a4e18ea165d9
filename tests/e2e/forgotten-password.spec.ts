import { type Page } from '@playwright/test'
import { demoCode, newInvestor } from '../support/investor'
import { expect, test } from '../support/journey'
import { fillIn, send } from '../support/steps'
import { languages } from '../support/texts'
import { signedIn } from '../support/visitor'

/** A new password for one who has forgotten the old one: forms of the sign-in pages, which have no scripts. */

const code = demoCode
const password = 'High-tide-at-9'

for (const lng of languages)
  test.describe(`in ${lng}`, () => {
    test.use({ lng })

    test('a code leads to a new password, and ends every session under the old one', async ({
      page,
      stack,
      say,
    }) => {
      const investor = await newInvestor(stack.backendUrl)
      const elsewhere = await signedIn(stack.url, investor, lng)
      await page.goto('/login')
      await page.getByRole('link', { name: say('auth:forgot.entrance') }).click()
      await fillIn(page, { login: '12 34' })
      await send(page, 'login')
      await expectErrors(page, [say('refusals:code.phone_or_email_invalid')])
      await fillIn(page, { login: investor.email })
      await send(page, 'login')
      await expect(page).toHaveURL(`${stack.url}/password/reset`)
      await expect(page.locator('[name=login]')).toHaveValue(investor.email)

      await fillIn(page, { code: ' ', password, passwordRepeat: password })
      await send(page, 'code')
      await expectErrors(page, [say('errors:code.code_required')])
      await fillIn(page, { code, password, passwordRepeat: 'another' })
      await send(page, 'code')
      await expectErrors(page, [say('refusals:code.passwords_mismatch')])
      await expect(page.locator('[name=password]')).toHaveValue('')
      await fillIn(page, { code: '1234', password, passwordRepeat: password })
      await send(page, 'code')
      await expectErrors(page, [say('refusals:code.code_invalid')])
      await fillIn(page, { code, password: 'password1234', passwordRepeat: 'password1234' })
      await send(page, 'code')
      await expectErrors(page, [say('refusals:code.password_too_simple')])

      await fillIn(page, { code: `${code.slice(0, 3)} ${code.slice(3)}`, password, passwordRepeat: password })
      await send(page, 'code')
      await expect(page).toHaveURL(`${stack.url}/login`)
      await expect(page.getByRole('status').first()).toContainText(say('common:flash.passwordUpdated'))
      expect((await elsewhere.visit('/cabinet')).url.pathname).toBe('/login')
      await signedIn(stack.url, { ...investor, password }, lng)
    })
  })

async function expectErrors(page: Page, texts: string[]): Promise<void> {
  await expect(page.getByRole('alert').getByRole('listitem')).toHaveText(texts)
  await expect(page.locator('main [aria-invalid=true]')).toHaveCount(texts.length)
}
