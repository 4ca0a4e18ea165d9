import { expect, test as base } from '@playwright/test'
import { tronWallet } from '../support/investor'
import { appEntry, freePort, runProgram, untilReady } from '../support/program'
import { testSecret } from '../support/stack'
import { confirm, fillIn, load, send, signInByForm } from '../support/steps'
import { type Language, textsOf } from '../support/texts'
import { type Stranger, startStranger } from '../stranger/stranger'

/** The main path in a browser on the server of a company that has never seen the product. */

const test = base.extend<object, { company: { stranger: Stranger; url: string } }>({
  company: [
    async ({}, use) => {
      const stranger = await startStranger()
      const port = await freePort()
      const url = `http://localhost:${port}`
      const app = runProgram(appEntry, {
        PORT: String(port),
        PUBLIC_URL: url,
        UPSTREAM_URL: stranger.url,
        SESSION_SECRETS: testSecret,
        RATE_LIMIT_FACTOR: '1000000',
        LOG_LEVEL: 'warn',
      })
      await untilReady(app, `${url}/readyz`)
      await use({ stranger, url })
      await app.stop()
      await stranger.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ company }, use) => use(company.url),
})

const variants: { scripts: boolean; lng: Language; width: number }[] = [
  { scripts: true, lng: 'ru', width: 1280 },
  { scripts: true, lng: 'en', width: 360 },
  { scripts: false, lng: 'ru', width: 360 },
  { scripts: false, lng: 'en', width: 1280 },
]

for (const { scripts, lng, width } of variants)
  test.describe(`scripts ${scripts ? 'on' : 'off'}, ${lng}, ${width} px`, () => {
    test.use({ javaScriptEnabled: scripts, viewport: { width, height: 800 } })

    test('signs in, tops up, opens a deposit, withdraws and exchanges', async ({
      page,
      context,
      company,
    }) => {
      const { stranger, url } = company
      const { state, investor } = stranger
      const say = textsOf(lng)
      await context.addCookies([{ name: 'lng', value: lng, url }])
      const complaints: string[] = []
      context.on('weberror', (error) => complaints.push(String(error.error())))
      page.on('response', (response) => {
        if (response.status() >= 500) complaints.push(`${response.status()} ${response.url()}`)
      })
      const body = page.locator('body')
      const main = page.locator('main')
      const open = (path: string) => (scripts ? load(page, path) : page.goto(path))
      /** Looks at a page: it is as wide as the window, and says nothing that is no word. */
      async function expectWhole(name: string) {
        const text = await main.innerText()
        expect(text, name).not.toMatch(/NaN|undefined|\[object|Invalid Date|\bnull\b|[,:]\s*[.;]|,\s*$/m)
        const overhang = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(overhang, name).toBeLessThanOrEqual(0)
        if (process.env['PICTURES'])
          await page.screenshot({
            path: `${process.env['PICTURES']}/${name}-${lng}-${width}.png`,
            fullPage: true,
          })
      }

      await signInByForm(page, investor)
      await expect(body).toContainText(say('common:flash.signedIn'))
      await expectWhole('overview')

      await open('/cabinet/top-up')
      await expectWhole('top-up')
      const refills = state.refills.length
      await fillIn(page, { system: '1', amount: '150' })
      await send(page, 'amount')
      await expect(page).toHaveURL(/\/cabinet\/top-up\/\d+$/)
      await expect(body).toContainText(say('common:flash.requestSent'))
      const refill = state.refills.at(-1)
      expect(state.refills).toHaveLength(refills + 1)
      expect((await main.innerText()).replace(/\s/g, '')).toContain(refill?.wallet)
      await expectWhole('top-up-one')
      stranger.pay(refill?.id ?? 0)
      if (!scripts) await page.reload()
      await expect(main).toContainText(say('common:status.refill.topped_up'))

      const deposits = state.deposits.length
      await open('/cabinet/deposits/new')
      await expectWhole('deposit-new')
      await fillIn(page, { planId: '1', currency: 'USDT', amount: '100' })
      await send(page, 'amount')
      await confirm(page, say)
      await expect(body).toContainText(say('common:flash.depositCreated'))
      expect(state.deposits).toHaveLength(deposits + 1)
      await expectWhole('deposit-one')
      await open('/cabinet/deposits')
      await expectWhole('deposits')

      const payments = state.payments.length
      await open('/cabinet/withdrawals/new')
      await expectWhole('withdrawal-new')
      await fillIn(page, { system: '1', amount: '50', wallet: tronWallet })
      await send(page, 'wallet')
      await page.getByRole('button', { name: say('common:action.confirm') }).waitFor()
      await expectWhole('withdrawal-review')
      await confirm(page, say)
      await expect(body).toContainText(say('common:flash.requestSent'))
      expect(state.payments).toHaveLength(payments + 1)
      await expectWhole('withdrawal-one')

      const coins = state.balanceOf(investor.login, 'BTC')
      await open('/cabinet/exchange')
      await expectWhole('exchange')
      await fillIn(page, { from: 'USDT', to: 'BTC', amount: '300' })
      await send(page, 'amount')
      await page.getByRole('button', { name: say('common:action.confirm') }).waitFor()
      await expectWhole('exchange-review')
      await confirm(page, say)
      await expect(body).toContainText(say('common:flash.exchanged'))
      expect(state.balanceOf(investor.login, 'BTC').minus(coins).toFixed()).toBe('0.005')
      await expectWhole('exchange-done')

      for (const name of ['profile', 'payment-systems', 'password', 'verification', 'language']) {
        await open(`/cabinet/settings/${name}`)
        await expectWhole(`settings-${name}`)
      }
      for (const name of ['operations', 'referrals', 'notifications', 'subscription', 'withdrawals']) {
        await open(`/cabinet/${name}`)
        await expectWhole(name)
      }
      expect(complaints).toEqual([])
    })
  })
