import { type Page } from '@playwright/test'
import { bitcoinWallet, newInvestor } from '../support/investor'
import { expect, test } from '../support/journey'
import {
  confirm as press,
  fact,
  figure,
  fillIn,
  send,
  signIn,
  takenOver,
  typePasswordAndCode,
  investorAt,
  installClock,
} from '../support/steps'
import { type Say, writtenIn } from '../support/texts'
import { scriptedLanguages } from '../support/reading-modes'

/** Exchanges with scripts on; `tests/journeys/exchange.test.ts` tests their HTML. */

const exchanges = async (investor: Awaited<ReturnType<typeof newInvestor>>) =>
  (await investor.ask('GET', '/user/operations/?type=exchange_out'))['total']

for (const lng of scriptedLanguages)
  test.describe(`an expired rate, with scripts on, in ${lng}`, () => {
    test.use({ lng })

    test('the page reports it automatically', async ({ page, stack, say }) => {
      await investorAt(page, stack, '/cabinet/exchange', { usdt: '700' })
      await fillIn(page, { from: 'USDT', to: 'BTC', amount: '100' })
      await installClock(page)
      await send(page, 'amount')
      await expect(page.locator('main h1')).toHaveText(say('exchange:review.title'))
      const holds = page.getByRole('timer')
      await expect(holds).toBeVisible()
      await takenOver(page)
      await page.clock.runFor('02:05')
      await expect(page.locator('main')).toContainText(say('common:rate.ranOut'))
      await expect(holds).toHaveCount(0)
    })

    test('an exchange shows the new rate beside the old, before any money moves', async ({
      page,
      stack,
      say,
    }) => {
      const investor = await investorAt(page, stack, '/cabinet/exchange', { usdt: '700' })
      await fillIn(page, { from: 'USDT', to: 'BTC', amount: '100' })
      await send(page, 'amount')
      await confirmTooLate(page, say)
      const rate = (name: string) => fact(page, say(`exchange:review.${name}`))
      await expect(rate('rateBefore')).toContainText(figure(writtenIn(lng, '50,000.00')))
      await expect(rate('rateNew')).toContainText(/1 BTC = \d/)
      expect(await exchanges(investor)).toBe(0)
      const got = await fact(page, say('exchange:to')).innerText()
      await press(page)
      await expect(page.locator('main h1')).toHaveText(say('exchange:done.title'))
      await expect(fact(page, say('exchange:got'))).toHaveText(got)
      expect(await exchanges(investor)).toBe(1)
    })

    test('a withdrawal buys its currency at the new rate, before any money moves', async ({
      page,
      stack,
      say,
    }) => {
      const investor = await newInvestor(stack.backendUrl, { usdt: '2000' })
      await investor.ask('POST', '/funds/deposits', { planId: 'breeze', currency: 'USDT', amount: '100' })
      await signIn(page, investor)
      await page.goto('/cabinet/withdrawals/new')
      await fillIn(page, { system: 'btc', amount: writtenIn(lng, '0.005'), wallet: bitcoinWallet })
      await send(page, 'amount')
      await typePasswordAndCode(page)
      await confirmTooLate(page, say)
      await expect(page.getByRole('timer')).toBeVisible()
      expect((await investor.ask('GET', '/funds/payments'))['total']).toBe(0)
      const [fromUsdt = ''] = (
        await fact(page, say('cabinet:withdrawals.review.fromUsdt')).first().innerText()
      ).split('\n')
      expect(fromUsdt).toMatch(/\d\sUSDT/)
      // The code is good for the new figures as well.
      await press(page)
      await expect(page).toHaveURL(/\/cabinet\/withdrawals\/(?!new)[^/]+$/)
      await expect(fact(page, say('cabinet:withdrawals.one.fromUsdt')).first()).toContainText(fromUsdt)
      expect((await investor.ask('GET', '/funds/payments'))['total']).toBe(1)
    })
  })

/** Confirms a review page whose quote does not exist any more, as after two minutes. */
async function confirmTooLate(page: Page, say: Say): Promise<void> {
  await expect(page.getByRole('timer')).toBeVisible()
  const confirming = (url: URL) => /^\/cabinet\/(exchange|withdrawals\/new)/.test(url.pathname)
  await page.route(confirming, async (route) => {
    const sent = new URLSearchParams(route.request().postData() ?? '')
    if (!sent.has('rateId')) return route.continue()
    sent.set('rateId', 'a-quote-of-yesterday')
    if (sent.has('rate')) sent.set('rate', '0.00002')
    return route.continue({ postData: sent.toString() })
  })
  await press(page)
  await expect(page.getByRole('alert')).toContainText(say('errors:code.rate_expired'))
  await page.unroute(confirming)
}

for (const lng of scriptedLanguages) {
  test.describe(`in ${lng}`, () => {
    test.use({ lng })

    test('an exchange from the form to the new balances', async ({ page, stack, say }) => {
      const investor = await investorAt(page, stack, '/cabinet/exchange', { usdt: '700' })
      await fillIn(page, { from: 'USDT', to: 'TRX', amount: '200' })
      await send(page, 'amount')
      await expect(page.locator('main h1')).toHaveText(say('exchange:review.title'))
      await press(page)
      await expect(page.locator('main h1')).toHaveText(say('exchange:done.title'))
      await expect(page.locator('main')).toContainText(say('flash:exchanged'))
      expect((await investor.ask('GET', '/user/balance'))['balance']).toBe('500')
      await page.goto('/cabinet/exchange')
      await expect(page.locator('main')).toContainText(say('exchange:history.title'))
    })
  })
}
