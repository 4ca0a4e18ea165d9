import { randomBytes } from 'node:crypto'
import { newInvestor } from '../support/investor'
import { expect, test } from '../support/journey'
import { newHookSecret, reportTransfer } from '../support/payment-hook'
import { connected, load, signIn } from '../support/steps'

/** A transfer as a payment processor reports it, on the page of its top-up. */

const secret = newHookSecret()
test.use({ product: { env: { PAYMENT_HOOK_SECRETS: secret } } })

test('a transfer is shown with its confirmations in the open page, and credited once when it is final', async ({
  page,
  stack,
  browser,
}) => {
  const investor = await newInvestor(stack.backendUrl)
  const refill = (await investor.ask('POST', '/funds/refills', { system: 'btc', amount: '0.015' })) as Record<
    'id' | 'wallet',
    string
  >
  const transfer = {
    ...{ address: refill.wallet, network: 'Bitcoin', currency: 'BTC', amount: '0.0149' },
    ...{ transaction: randomBytes(32).toString('hex'), requiredConfirmations: 6 },
  }
  const report = async (confirmations: number) =>
    expect(
      await reportTransfer(stack.backendUrl, secret, {
        ...transfer,
        confirmations,
        final: confirmations === 6,
      }),
    ).toBe(202)
  await signIn(page, investor)
  await Promise.all([connected(page), load(page, `/cabinet/top-up/${refill.id}`)])
  const main = page.locator('main')
  await expect(main).toContainText(refill.wallet)

  await report(0)
  await expect(main).toContainText('Seen on the network: 0.01490000 BTC, 0 of 6 confirmations.')
  await report(1)
  await expect(main).toContainText('1 of 6 confirmations')
  // What is reported while the page has no connection shows once it has one again.
  await stack.kill('app')
  await report(2)
  await stack.start('app')
  await expect(main).toContainText('2 of 6 confirmations', { timeout: 40_000 })

  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  })
  const reloaded = await plain.newPage()
  await reloaded.goto(page.url())
  await expect(reloaded.locator('main')).toContainText('2 of 6 confirmations')
  await plain.close()

  await Promise.all([report(6), report(6)])
  await expect(main).toContainText('0.01490000 BTC was credited to your balance')
  await expect(main).toContainText(transfer.transaction)
  expect(await investor.ask('GET', '/user/balance')).toMatchObject({
    currencies: { BTC: { balance: '0.0149' } },
  })
})
