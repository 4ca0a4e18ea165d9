import { changePhone } from '../support/changed-phone'
import { expect, test } from '../support/faulty-journey'
import { refusesWith } from '../faults/faults'
import { newInvestor } from '../support/investor'
import { otherScriptedLanguages } from '../support/reading-modes'
import { fillInDocuments, send as sendForm, enterCabinet, investorAt } from '../support/steps'

// Nothing here moves the clock.
test.use({ clock: 'still' })

for (const lng of otherScriptedLanguages) {
  test.describe(`in ${lng}`, () => {
    test.use({ lng })

    test('documents of an account that has since been verified are refused with that reason', async ({
      page,
      stack,
      say,
    }) => {
      await investorAt(page, stack, '/cabinet/settings/verification')
      await fillInDocuments(page)
      const verify = { method: 'PATCH', path: /\/user-data\/verification$/ }
      stack.faulty.fail(refusesWith('already_verified'), verify)
      await sendForm(page, 'documentNumber')
      await expect(page.getByRole('alert')).toContainText(say('refusals:code.already_verified'))
    })

    test('a phone that was changed elsewhere redirects an open cabinet to the code', async ({
      page,
      stack,
      say,
    }) => {
      await enterCabinet(page, await newInvestor(stack.backendUrl))
      changePhone(stack)
      await page.locator('a[href="/cabinet/operations"]').first().click()
      await expect(page).toHaveURL(`${stack.url}/phone`)
      await expect(page.locator('main h1')).toHaveText(say('auth:phone.title'))
    })
  })
}
