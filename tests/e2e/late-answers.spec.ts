import { currentPassword } from '../support/investor'
import { expect, test } from '../support/faulty-journey'
import { fillIn, investorAt, send, stepUpIn } from '../support/steps'

/**
 * The page of a form without a key whose call takes longer than its reader waits: it says that the request is under way, and
 * the answer comes to it by itself.
 */

const env = { FORM_ANSWER_MS: '300', UPSTREAM_TIMEOUT_MONEY_MS: '60000', UPSTREAM_TIMEOUT_GET_MS: '60000' }
test.use({ product: { env } })

const next = 'High-tide-at-9'
const late = { reaches: 'at once', answer: { lateMs: 8_000 } } as const

for (const [scripts, lng] of [
  [true, 'en'],
  [true, 'ru'],
  [false, 'en'],
  [false, 'ru'],
] as const)
  test.describe(`scripts ${scripts ? 'on' : 'off'}, ${lng}`, () => {
    test.use({ javaScriptEnabled: scripts, lng })

    test('a late answer comes to the page by itself', async ({ page, stack, say }) => {
      await investorAt(page, stack, '/cabinet/settings/password')
      await stepUpIn(page, stack.url)
      await page.reload()
      stack.faulty.fail(late, { method: 'PATCH', path: /\/user\/password$/ })
      await fillIn(page, { currentPassword, password: next, passwordRepeat: next })
      await send(page, 'passwordRepeat')
      await expect(page).toHaveURL(/\/answer\//)
      await expect(page.locator('main h1')).toHaveText(say('auth:late.running'))
      await expect(page.locator('main [role="status"]')).toContainText(say('auth:late.runningText'))
      await expect(page).toHaveURL(/\/cabinet\/settings\/password$/)
      await expect(page.locator('body')).toContainText(say('flash:passwordUpdated'))
    })
  })
