import { newInvestor, tronWallet } from '../support/investor'
import { expect, test } from '../support/journey'
import { addAuthenticator } from '../support/second-factor'
import { confirm, enterCabinet, fillIn, load, send } from '../support/steps'

/** A second factor where scripts run: the pages of the settings are documents, the review page is not. */

test('the tab of the settings loads a page without scripts, and leads back to those with', async ({
  page,
  stack,
  say,
}) => {
  await enterCabinet(page, await newInvestor(stack.backendUrl))
  await load(page, '/cabinet/settings/profile')
  await page.getByRole('link', { name: say('settings:tab.security'), exact: true }).click()
  await expect(page.locator('main h1')).toHaveText(say('security:title'))
  await expect(page.locator('script[type=module]')).toHaveCount(0)
  await page.getByRole('link', { name: say('security:totp.title') }).click()
  await expect(page.locator('[name=name]')).toHaveValue(say('security:totp.nameDefault'))
  await page.getByRole('link', { name: say('settings:tab.sessions'), exact: true }).click()
  await expect(page.locator('main h1')).toHaveText(say('security:sessions.title'))
})

test('a withdrawal asks for the code on its review page, without losing what was typed', async ({
  page,
  stack,
  say,
}) => {
  const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
  await enterCabinet(page, investor)
  const { app } = await addAuthenticator(investor)
  await load(page, '/cabinet/withdrawals/new?system=usdt-trc20')
  await fillIn(page, { amount: '200', wallet: tronWallet })
  await send(page, 'amount')
  await confirm(page)
  const code = page.getByLabel(say('settings:stepUp.code'))
  await expect(code).toBeFocused()
  await code.fill(app.wrong())
  await confirm(page)
  await expect(page.locator('main')).toContainText(say('refusals:code.factor_code_invalid'))
  await code.fill(app.next())
  await confirm(page)
  await expect(page).toHaveURL(/\/cabinet\/withdrawals\/(?!new$)[^/]+$/)
  await expect(page.locator('main')).toContainText(say('common:status.payment.pending'))
})

test('the second half of a sign-in leads to where the reader was going', async ({ page, stack, say }) => {
  const investor = await newInvestor(stack.backendUrl)
  const { app } = await addAuthenticator(investor)
  await page.goto('/cabinet/operations')
  await fillIn(page, { login: investor.login, password: investor.password })
  await send(page, 'password')
  await expect(page.locator('main h1')).toHaveText(say('security:signIn.title'))
  await page.locator('[name=code]').fill(app.next())
  await send(page, 'code')
  await expect(page).toHaveURL(`${stack.url}/cabinet/operations`)
})
