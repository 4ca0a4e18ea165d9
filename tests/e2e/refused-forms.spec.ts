import { expect, test } from '../support/faulty-journey'
import { fillInDocuments, send as sendForm, investorAt } from '../support/steps'
import { textsOf } from '../support/texts'

/**
 * The errors of a form that the upstream refuses, with scripts on; `tests/journeys/refused-forms.test.ts` has
 * the other cases.
 */

// Nothing here moves the clock.
test.use({ clock: 'still' })

test("documents that are refused without a code show the form's error, with the input kept", async ({
  page,
  stack,
  lng,
}) => {
  const say = textsOf(lng)
  await investorAt(page, stack, '/cabinet/settings/verification')
  await fillInDocuments(page)
  stack.faulty.fail('answers 422 without a word', { method: 'PATCH', path: /\/user-data\/verification$/ })
  await sendForm(page, 'documentNumber')
  await expect(page.getByRole('alert')).toContainText(say('errors:fallback.verification'))
  await expect(page.locator('main [name=fullName]')).toHaveValue('Kai Marsh')
})
