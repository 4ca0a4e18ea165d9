import { type Page } from '@playwright/test'
import { currentPassword, demoCode, newInvestor, tronWallet } from '../support/investor'
import { expect, test } from '../support/journey'
import { type PasskeyAuthenticator } from '../support/passkey'
import { addPasskey } from '../support/second-factor'
import { confirm, enterCabinet, fillIn, load, send, signOut } from '../support/steps'

/** Passkeys with Chromium's virtual authenticator: made, proved, offered by the browser itself, and given up. */

/** Gives the page's browser an authenticator whose owner is verified, or one that finds no owner. */
async function virtualAuthenticator(page: Page, { passkey }: { passkey?: PasskeyAuthenticator } = {}) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  if (passkey)
    await devtools.send('WebAuthn.addCredential', {
      authenticatorId,
      credential: passkey.forChromium('localhost'),
    })
  return {
    credentials: async () =>
      (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    /** Whether its owner is there to be verified. */
    setOwnerThere: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

test('an investor makes a passkey, saves the codes, and signs in with nothing else', async ({
  page,
  say,
  stack,
}) => {
  const device = await virtualAuthenticator(page)
  // A virtual authenticator takes any offer in the list of the field for the login; this browser makes none.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })
  const investor = await newInvestor(stack.backendUrl)
  await enterCabinet(page, investor)
  await page.goto('/cabinet/settings/security')
  await page.getByRole('link', { name: say('security:passkey.title') }).click()
  await page.locator('[name=name]').fill('Kai’s laptop')
  await send(page, 'name')
  await page.locator('[name=currentPassword]').fill(currentPassword)
  await send(page, 'currentPassword')
  await page.locator('[name=stepUpCode]').fill(demoCode)
  await send(page, 'stepUpCode')
  await page.getByRole('button', { name: say('security:passkey.make') }).click()
  await expect(page.locator('main h1')).toHaveText(say('security:recovery.title'))
  await expect(page.locator('main ol code')).toHaveCount(10)
  expect(await device.credentials()).toBe(1)
  await page.goto('/cabinet/settings/security')
  await expect(page.locator('main')).toContainText('Kai’s laptop')

  // The same device has no second one for the account.
  await page.getByRole('link', { name: say('security:passkey.title') }).click()
  await send(page, 'name')
  await page.getByRole('button', { name: say('security:passkey.make') }).click()
  await expect(page.getByRole('status').filter({ hasText: say('security:passkey.known') })).toBeVisible()

  await signOut(page)
  await expect(page).toHaveURL(/\/login/)
  await page.goto('/login?redirectTo=%2Fcabinet%2Foperations')
  await page.getByRole('button', { name: say('security:passkey.signIn') }).click()
  await expect(page).toHaveURL(`${stack.url}/cabinet/operations`)
})

test('the password leads to the passkey, which ends the sign-in', async ({ page, say, stack }) => {
  const investor = await newInvestor(stack.backendUrl)
  const { passkey } = await addPasskey(investor, stack.url)
  await page.goto('/cabinet/operations')
  await fillIn(page, { login: investor.login, password: investor.password })
  await send(page, 'password')
  await expect(page.locator('main h1')).toHaveText(say('security:signIn.title'))
  await virtualAuthenticator(page, { passkey })
  await page.getByRole('button', { name: say('security:passkey.signIn') }).click()
  await expect(page).toHaveURL(`${stack.url}/cabinet/operations`)
})

test('a withdrawal is confirmed by the passkey on its review page; given up, everything stays', async ({
  page,
  say,
  stack,
}) => {
  const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
  await enterCabinet(page, investor)
  const { passkey } = await addPasskey(investor, stack.url)
  const device = await virtualAuthenticator(page, { passkey })
  await load(page, '/cabinet/withdrawals/new?system=usdt-trc20')
  await fillIn(page, { amount: '200', wallet: tronWallet })
  await send(page, 'amount')
  await confirm(page)
  const button = page.getByRole('button', { name: say('settings:stepUp.passkey') })
  await expect(button).toBeVisible()
  await device.setOwnerThere(false)
  await button.click()
  await expect(
    page.getByRole('status').filter({ hasText: say('settings:stepUp.passkeyFailed') }),
  ).toBeVisible()
  await expect(page.locator('main')).toContainText(tronWallet)
  await device.setOwnerThere(true)
  await button.click()
  await expect(page).toHaveURL(/\/cabinet\/withdrawals\/(?!new$)[^/]+$/)
  await expect(page.locator('main')).toContainText(say('common:status.payment.pending'))
})

test('a passkey that is chosen in the list of the field for the login signs in', async ({ page, stack }) => {
  const investor = await newInvestor(stack.backendUrl)
  const { passkey } = await addPasskey(investor, stack.url)
  await virtualAuthenticator(page, { passkey })
  await page.goto('/login?redirectTo=%2Fcabinet%2Foperations', { waitUntil: 'commit' })
  await expect(page).toHaveURL(`${stack.url}/cabinet/operations`)
})
