import { expect, test } from '../support/faulty-journey'
import { fillInDocuments, send as sendForm, investorAt } from '../support/steps'
import { textsOf } from '../support/texts'

/**
 * What a form says when the upstream refuses it, where scripts run; the rest is held by
 * `tests/journeys/refused-forms.test.ts`.
 */

// Nothing here moves the clock.
test.use({ clock: 'still' })

test('documents that are refused without a word are told as that, with what was typed', async ({
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
