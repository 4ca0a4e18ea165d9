import { randomInt } from 'node:crypto'
import { demoCode, newPerson } from '../support/investor'
import { expect, test } from '../support/journey'
import { fillIn, send, signOut } from '../support/steps'
import { testBotToken, widgetFields } from '../support/telegram'
import { otherScriptedLanguages } from '../support/reading-modes'

/** Sign-in with Telegram. The test simulates the button, because Telegram is unreachable. */

test.use({ product: { env: { TELEGRAM_BOT: 'tideline_bot', TELEGRAM_BOT_TOKEN: testBotToken } } })
test.describe.configure({ mode: 'serial' })

/** Replaces Telegram's script: a link to the address that Telegram's button opens after signing. */
const button = (fields: object) => `
  const own = document.currentScript
  const link = document.createElement('a')
  link.href = own.dataset.authUrl + '&' + new URLSearchParams(${JSON.stringify(fields)})
  link.textContent = 'Log in with ' + own.dataset.telegramLogin
  own.after(link)`

for (const lng of otherScriptedLanguages)
  test.describe(`in ${lng}`, () => {
    test.use({ lng })

    test('a new visitor signs in by the button, enters a phone number, and later signs in by the button alone', async ({
      page,
      stack,
      say,
    }) => {
      const account = { username: `kai_${Date.now()}`, id: randomInt(1e9, 9e9) }
      let signed = widgetFields({ ...account, ageSeconds: 60 })
      await page.route('https://telegram.org/**', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: button(signed) }),
      )
      await page.goto('/register/investor')
      await page.getByRole('link', { name: say('auth:telegram.title') }).click()
      await page.getByRole('link', { name: 'Log in with tideline_bot' }).click()
      await expect(page).toHaveURL(`${stack.url}/phone`)
      await expect(page.locator('main')).toContainText(say('auth:phone.noNumber'))
      await expect(page.locator('[name=code]')).toHaveCount(0)

      await fillIn(page, { phone: '12 34' })
      await send(page, 'phone')
      await expect(page.getByRole('alert')).toContainText(say('refusals:code.phone_invalid'))
      const { phone } = newPerson()
      await fillIn(page, { phone })
      await send(page, 'phone')
      await expect(page.locator('main')).toContainText(phone)
      await fillIn(page, { code: demoCode })
      await send(page, 'code')
      await expect(page).toHaveURL(`${stack.url}/cabinet`)

      const call = stack.upstreamCalls.findLast(({ path }) => path.startsWith('/api/auth/telegram'))
      expect(call?.path).toBe('/api/auth/telegram/investor')

      await signOut(page)
      await expect(page).toHaveURL(`${stack.url}/login`)
      signed = widgetFields(account)
      await page.getByRole('link', { name: say('auth:telegram.title') }).click()
      await page.getByRole('link', { name: 'Log in with tideline_bot' }).click()
      await expect(page).toHaveURL(`${stack.url}/cabinet`)
      await expect(page.locator('main')).toContainText(say('flash:signedIn'))
      await expect(page.locator('html')).toHaveAttribute('lang', lng)
    })
  })
