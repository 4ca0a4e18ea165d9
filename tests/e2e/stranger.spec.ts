import { expect, test as base } from '@playwright/test'
import { tronWallet } from '../support/investor'
import { appEntry, freePort, runProgram, untilReady } from '../support/program'
import { isFull } from '../support/reading-modes'
import { testSecret } from '../support/stack'
import { confirm, fillIn, fillInDocuments, load, send, signInByForm } from '../support/steps'
import { type Language, textsOf } from '../support/texts'
import { type Stranger, startStranger } from '../stranger/stranger'
import { kelp } from '../upstreams/forms'

/** The main path in a browser on a third-party upstream. */

const test = base.extend<object, { company: { stranger: Stranger; url: string } }>({
  company: [
    async ({}, use) => {
      const stranger = await startStranger({ people: [kelp] })
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

type Variant = { scripts: boolean; lng: Language; width: number }

// The longer language on the narrower page; `tests/e2e/pages.spec.ts` has the other combinations.
const some: readonly Variant[] = [
  { scripts: true, lng: 'ru', width: 360 },
  { scripts: false, lng: 'en', width: 1280 },
]
const others: readonly Variant[] = [
  { scripts: true, lng: 'en', width: 1280 },
  { scripts: false, lng: 'ru', width: 360 },
]
const variants = isFull ? [...some, ...others] : some

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
      /** Checks a page: it is as wide as the window, and contains no missing value. */
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
      await expect(body).toContainText(say('flash:signedIn'))
      await expectWhole('overview')

      await open('/cabinet/top-up')
      await expectWhole('top-up')
      const refills = state.refills.length
      await fillIn(page, { system: '1', amount: '150' })
      await send(page, 'amount')
      await expect(page).toHaveURL(/\/cabinet\/top-up\/\d+$/)
      await expect(body).toContainText(say('flash:requestSent'))
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
      await confirm(page)
      await expect(body).toContainText(say('flash:depositCreated'))
      expect(state.deposits).toHaveLength(deposits + 1)
      await expectWhole('deposit-one')
      await open('/cabinet/deposits')
      await expectWhole('deposits')

      const payments = state.payments.length
      await open('/cabinet/withdrawals/new')
      await expectWhole('withdrawal-new')
      await fillIn(page, { system: '1', amount: '50', saved: '', wallet: tronWallet })
      await send(page, 'wallet')
      await page.locator('#confirm button[type=submit]').waitFor()
      await expectWhole('withdrawal-review')
      await confirm(page)
      await expect(body).toContainText(say('flash:requestSent'))
      expect(state.payments).toHaveLength(payments + 1)
      await expectWhole('withdrawal-one')

      const coins = state.balanceOf(investor.login, 'BTC')
      await open('/cabinet/exchange')
      await expectWhole('exchange')
      await fillIn(page, { from: 'USDT', to: 'BTC', amount: '300' })
      await send(page, 'amount')
      await page.locator('#confirm button[type=submit]').waitFor()
      await expectWhole('exchange-review')
      await confirm(page)
      await expect(body).toContainText(say('flash:exchanged'))
      expect(state.balanceOf(investor.login, 'BTC').minus(coins).toFixed()).toBe('0.005')
      await expectWhole('exchange-done')

      for (const name of ['profile', 'payment-systems', 'password', 'verification']) {
        await open(`/cabinet/settings/${name}`)
        await expectWhole(`settings-${name}`)
      }
      // This page has no scripts.
      await page.goto('/cabinet/settings/language')
      await expectWhole('settings-language')
      for (const name of ['operations', 'referrals', 'notifications', 'subscription', 'withdrawals']) {
        await open(`/cabinet/${name}`)
        await expectWhole(name)
      }
      expect(complaints).toEqual([])
    })
  })

test('each small form works with scripts on, and keeps its input when refused', async ({
  page,
  context,
  browser,
  company,
}) => {
  const { stranger, url } = company
  const say = textsOf('en')
  const { state } = stranger
  const person = () => state.users.find(({ login }) => login === kelp.login)
  const body = page.locator('body')
  const complaints: string[] = []
  const languageOf = { name: 'lng', value: 'en', url }
  await context.addCookies([languageOf])
  context.on('weberror', (error) => complaints.push(String(error.error())))
  context.on('response', (response) => {
    if (response.status() >= 500) complaints.push(`${response.status()} ${response.url()}`)
  })
  const said = (key: string) => expect(body).toContainText(say(`flash:${key}`))

  await test.step('registration', async () => {
    const other = await browser.newContext({ baseURL: url })
    await other.addCookies([languageOf])
    const form = await other.newPage()
    await form.goto('/register')
    const passwords = { password: 'Low-tide-at-7', passwordRepeat: 'Low-tide-at-7' }
    const named = { login: 'dulse', email: 'dulse@example.org', phone: '+37061234567' }
    await fillIn(form, { ...named, ...passwords })
    await send(form, 'passwordRepeat')
    await expect(form.locator('body')).toContainText(say('flash:registered'))
    expect(state.users.filter(({ login }) => login === 'dulse')).toHaveLength(1)
    await other.close()
  })
  await signInByForm(page, kelp)

  await test.step('contacts, refused and taken', async () => {
    await load(page, '/cabinet/settings/profile')
    stranger.answerNext('POST', '/user/profile', {
      status: 422,
      body: { errors: { city: ['No such city'] } },
    })
    await fillIn(page, { phone: '+37061230000', city: 'Nida' })
    await send(page, 'city')
    await expect(page.locator('main')).toContainText('No such city')
    await expect(page.locator('[name=city]')).toHaveValue('Nida')
    await send(page, 'city')
    await said('dataUpdated')
    expect(person()?.profile['city']).toBe('Nida')
  })
  await test.step('the person', async () => {
    await load(page, '/cabinet/settings/profile')
    await fillIn(page, { fullName: 'Kai Marsh', birthDate: '1990-02-03', maritalStatus: 'single' })
    await send(page, 'fullName')
    await said('dataUpdated')
    expect(person()?.profile['fullName']).toBe('Kai Marsh')
  })
  await test.step('wallets', async () => {
    await load(page, '/cabinet/settings/payment-systems')
    await fillIn(page, { 'wallets[0].address': tronWallet })
    await send(page, 'wallets[0].address')
    await said('dataUpdated')
    expect(person()?.wallets.size).toBe(1)
  })
  await test.step('verification', async () => {
    await load(page, '/cabinet/settings/verification')
    await fillInDocuments(page)
    await send(page, 'documentNumber')
    await said('requestSent')
    expect(person()?.verification).toMatchObject({ status: 'in process' })
  })
  await test.step('a subscription', async () => {
    await load(page, '/cabinet/subscription')
    await fillIn(page, { optionId: '1' })
    await send(page, 'optionId')
    await confirm(page)
    await said('subscriptionActivated')
    expect(person()?.subscription).toBeInstanceOf(Date)
  })
  await test.step('a password', async () => {
    await load(page, '/cabinet/settings/password')
    const password = 'Another-demo-2'
    await fillIn(page, { currentPassword: kelp.password, password, passwordRepeat: password })
    await send(page, 'currentPassword')
    await said('passwordUpdated')
  })

  await context.clearCookies()
  await context.addCookies([languageOf])
  await signInByForm(page, stranger.investor)
  await test.step('a closing', async () => {
    await load(page, '/cabinet/deposits/2/close')
    await send(page, 'submission')
    await said('depositClosed')
    expect(state.deposits.find(({ id }) => id === 2)?.closed).toBeInstanceOf(Date)
  })
  await test.step('a notification that is closed', async () => {
    const unread = () => state.notifications.filter(({ read }) => !read).length
    const before = unread()
    await load(page, '/cabinet/notifications')
    const [row] = state.notifications.filter(({ read, type }) => !read && type === 'other')
    await load(page, `/cabinet/notifications/${row?.id}`)
    await page.locator('main #close button').click()
    await expect(page).toHaveURL(/\/cabinet\/notifications$/)
    expect(unread()).toBe(before - 1)
  })
  expect(complaints).toEqual([])
})
