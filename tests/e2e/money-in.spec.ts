import { randomBytes } from 'node:crypto'
import { type Page } from '@playwright/test'
import { type FakeBtcpay, newPayment, startFakeBtcpay } from '../support/btcpay'
import { newInvestor } from '../support/investor'
import { type WatchedStack, expect, test as base } from '../support/journey'
import { newHookSecret, reportTransfer } from '../support/payment-hook'
import { connected, fillIn, load, send, signIn } from '../support/steps'

/** A transfer as a payment processor reports it, on the page of its top-up: by the signed call, and by BTCPay Server for bitcoin. */

const secret = newHookSecret()
const test = base.extend<object, { btcpay: FakeBtcpay }>({
  btcpay: [
    async ({ browser: _browser }, use) => {
      const btcpay = await startFakeBtcpay()
      await use(btcpay)
      await btcpay.close()
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ btcpay: { options } }, use) => {
      const env = {
        PAYMENT_HOOK_SECRETS: secret,
        BTCPAY_URL: options.url,
        BTCPAY_STORE_ID: options.storeId,
        BTCPAY_API_KEY: options.apiKey,
        BTCPAY_WEBHOOK_SECRETS: options.webhookSecrets.join(','),
        BTCPAY_METHODS: 'btc=BTC-CHAIN',
      }
      await use({ env })
    },
    { scope: 'worker' },
  ],
})

/** A new investor requests a top-up in the form; the page of it stays open and hears of what happens. */
async function request(page: Page, { backendUrl }: WatchedStack, wanted: { system: string; amount: string }) {
  const investor = await newInvestor(backendUrl)
  await signIn(page, investor)
  await Promise.all([connected(page), load(page, '/cabinet/top-up')])
  await fillIn(page, wanted)
  await send(page, 'amount')
  await page.waitForURL(/\/cabinet\/top-up\/[^/]+$/)
  const main = page.locator('main')
  await expect(main).toContainText(wanted.amount)
  const { items } = (await investor.ask('GET', '/funds/refills')) as { items: { wallet: string }[] }
  const [refill] = items
  expect(items).toHaveLength(1)
  await expect(main).toContainText(refill!.wallet)
  return { investor, main, address: refill!.wallet }
}

test('a transfer is shown with its confirmations in the open page, and credited once when it is final', async ({
  page,
  stack,
  browser,
}) => {
  const { investor, main, address } = await request(page, stack, { system: 'usdt-trc20', amount: '150' })
  const transfer = {
    ...{ address, network: 'TRC-20', currency: 'USDT', amount: '149.5' },
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

  await report(0)
  await expect(main).toContainText('Seen on the network: 149.50 USDT, 0 of 6 confirmations.')
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
  await expect(main).toContainText('149.50 USDT was credited to your balance')
  await expect(main).toContainText(transfer.transaction)
  expect(await investor.ask('GET', '/user/balance')).toMatchObject({ balance: '149.5' })
  await page.goto('/cabinet')
  await expect(main).toContainText('149.50 USDT')
})

test('a payment to an invoice of BTCPay Server is seen in the open page, and credited once when it is settled', async ({
  page,
  stack,
  btcpay,
}) => {
  const { investor, main, address } = await request(page, stack, { system: 'btc', amount: '0.015' })
  const invoice = btcpay.invoices.find(({ destination }) => destination === address)!
  const payment = newPayment('0.01490000')
  const webhook = async (type: string) =>
    expect(await btcpay.send(stack.backendUrl, type, invoice.id)).toBe(202)

  invoice.payments.push(payment)
  await webhook('InvoiceReceivedPayment')
  await expect(main).toContainText('Seen on the network: 0.01490000 BTC.')
  expect(await investor.ask('GET', '/user/balance')).not.toMatchObject({
    currencies: { BTC: { balance: '0.0149' } },
  })

  payment.status = 'Settled'
  await Promise.all([webhook('InvoiceSettled'), webhook('InvoiceSettled')])
  await expect(main).toContainText('0.01490000 BTC was credited to your balance')
  await expect(main).toContainText(payment.id.replace(/-\d+$/, ''))
  // Sent once more when all is done, it changes nothing.
  await webhook('InvoicePaymentSettled')
  await expect
    .poll(async () => (await investor.ask('GET', '/funds/refills'))['items'])
    .toMatchObject([{ status: 'topped_up', creditedAmount: '0.0149' }])
  expect(await investor.ask('GET', '/user/balance')).toMatchObject({
    currencies: { BTC: { balance: '0.0149' } },
  })
  await page.goto('/cabinet/operations')
  await expect(main.locator('table tbody tr').filter({ hasText: '+0.01490000' })).toHaveCount(1)
})
