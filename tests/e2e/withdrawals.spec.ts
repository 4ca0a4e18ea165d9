import { type Investor, newInvestor, tronWallet } from '../support/investor'
import { expect, test } from '../support/journey'
import { type Stack } from '../support/stack'
import { confirm as press, fillIn as fillInAt, send, signIn, typePassword } from '../support/steps'
import { type Language } from '~/contract/languages'
import { languages, writtenIn } from '../support/texts'
import { signedIn } from '../support/visitor'

// The demonstration shows each state on the day of its start; days later its entries have moved on.
test.use({ clock: 'still' })

/** Withdrawals where scripts run; what HTML alone shows of them is held by `tests/journeys/withdrawals.test.ts`. */

async function investorAt(
  stack: Stack,
  path: string,
  { usdt, lng = 'en' }: { usdt?: string; lng?: Language } = {},
) {
  const investor = await newInvestor(stack.backendUrl, { usdt })
  const visitor = await signedIn(stack.url, investor, lng)
  return { investor, visitor, page: await visitor.visit(path) }
}

/** With 700 USDT, and a wallet that is kept in the settings. */
async function withSavedWallet(stack: Stack, lng: Language) {
  const { investor, visitor } = await investorAt(stack, '/cabinet', { usdt: '700', lng })
  await investor.ask('PATCH', '/user-data/wallets/update', {
    wallets: [{ system: 'usdt-trc20', address: tronWallet }],
  })
  return { investor, visitor, page: await visitor.visit('/cabinet/withdrawals/new') }
}

const freeOf = async ({ ask }: Pick<Investor, 'ask'>) =>
  Number((await ask('GET', '/user/balance'))['balance'])
const withdrawalsOf = async ({ ask }: Pick<Investor, 'ask'>) =>
  ((await ask('GET', '/funds/payments')) as { items: { wallet: string }[] }).items.map(({ wallet }) => wallet)

for (const lng of languages)
  test.describe(`where scripts run, in ${lng}`, () => {
    test.use({ lng })

    test('a saved wallet is chosen, and the request is cancelled in time, and another one too late', async ({
      page,
      stack,
      say,
    }) => {
      const { investor } = await withSavedWallet(stack, lng)
      await signIn(page, investor)
      // The page hears nothing of the decision: otherwise it takes the form away by itself, before or after the press.
      await page.routeWebSocket(/./, () => {})
      const ask = async () => {
        await page.goto('/cabinet/withdrawals/new')
        await fillInAt(page, { system: 'usdt-trc20', amount: '200', saved: tronWallet })
        await send(page, 'amount')
        await typePassword(page)
        await press(page, say)
        await expect(page.locator('main')).toContainText(say('common:flash.requestSent'))
        await page.getByRole('link', { name: say('cabinet:withdrawals.cancel.open') }).click()
        await expect(page.locator('main h1')).toHaveText(say('cabinet:withdrawals.cancel.title'))
        return page.url().split('/').at(-2) ?? ''
      }
      await ask()
      await send(page, 'submission')
      await expect(page.locator('main')).toContainText(say('common:flash.paymentCancelled'))
      await expect(page.locator('main')).toContainText(
        say('cabinet:withdrawals.one.returnedAs', { amounts: `${writtenIn(lng, '200.00')} USDT` }),
      )
      expect(await freeOf(investor)).toBe(700)

      const id = await ask()
      await investor.ask('POST', `/ext/demo/payments/${id}/decide`, { decision: 'review' })
      await send(page, 'submission')
      await expect(page.getByRole('alert')).toContainText(say('refusals:code.payment_not_cancellable'))
      expect(await freeOf(investor)).toBe(500)
      expect(await withdrawalsOf(investor)).toEqual([tronWallet, tronWallet])
    })
  })
