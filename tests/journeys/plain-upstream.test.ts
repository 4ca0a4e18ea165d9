import { type FaultyProxy, startFaultyProxy } from '../faults/proxy'
import { demoOperator, knownInvestor, newInvestor, newPerson, tronWallet } from '../support/investor'
import { expect, journeysOn } from '../support/in-process-journey'
import { type Visitor, openVisitor, signedIn } from '../support/visitor'

/**
 * An upstream without any of the contract's extensions, and without the call that lists them. Features that
 * need an extension are hidden, their addresses are 404, no extension is called, and the main path works.
 */

let proxy: FaultyProxy

const test = journeysOn({
  between: async (backendUrl) => {
    proxy = await startFaultyProxy(backendUrl)
    for (const method of ['GET', 'POST'])
      proxy.fail('answers 404 in words', { method, path: /\/api\/(ext\/|settings\/extensions)/ })
    return proxy
  },
})

const statusOf = async (visitor: Visitor, path: string) => (await visitor.visit(path)).status

test('the public site has no form that needs an extension', async ({ stack }) => {
  const visitor = openVisitor(stack.url, 'en')
  expect((await visitor.visit('/')).$('form[action="/subscribe"]')).toHaveLength(0)
  const contacts = await visitor.visit('/contacts')
  expect(contacts.text).toContain('How to reach us')
  expect(contacts.$('main form')).toHaveLength(0)
  expect(await statusOf(visitor, '/subscribe')).toBe(404)
  const [vacancy = 'none'] = (await visitor.visit('/vacancies')).links('/vacancies/')
  const page = await visitor.visit(vacancy)
  expect(page.status).toBe(200)
  expect(page.$('input[type="file"]')).toHaveLength(0)
  expect((await visitor.visit('/login')).links('/password/forgot')).toEqual([])
  expect(await statusOf(visitor, '/password/forgot')).toBe(404)
})

test('settings say where to write instead, and list no sessions', async ({ stack }) => {
  const visitor = await signedIn(stack.url, await newInvestor(stack.backendUrl), 'en')
  const data = await visitor.visit('/cabinet/settings/data')
  expect(data.status).toBe(200)
  expect(data.links('mailto:')).not.toEqual([])
  expect(data.$('form[action^="/cabinet/settings/data"]')).toHaveLength(0)
  expect(data.links('/cabinet/settings/sessions')).toEqual([])
  expect(await statusOf(visitor, '/cabinet/settings/data/deletion')).toBe(404)
  expect(await statusOf(visitor, '/cabinet/settings/sessions')).toBe(404)
  expect(data.links('/cabinet/settings/security')).toEqual([])
  for (const page of ['', '/totp', '/passkey', '/recovery-codes', '/mail-phrase', '/wallet-list', '/any'])
    expect(await statusOf(visitor, `/cabinet/settings/security${page}`)).toBe(404)
  expect(data.links('/cabinet/settings/activity')).toEqual([])
  for (const page of ['activity', 'activity.csv'])
    expect(await statusOf(visitor, `/cabinet/settings/${page}`)).toBe(404)
  // What a passkey would sign, for the scripts of pages that are not there.
  expect(await statusOf(visitor, '/step-up/passkey')).toBe(404)
  for (const path of ['/login/passkey', '/login/passkey/options'])
    expect(await statusOf(openVisitor(stack.url, 'en'), path), path).toBe(404)
})

test('nothing is said about confirming an e-mail, which is impossible', async ({ stack }) => {
  const { login, password, ...contacts } = newPerson()
  const ask = (path: string, body: object, token = '') =>
    fetch(`${stack.backendUrl}/api${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
  const registered = await ask(`/auth/register/${login}`, { ...contacts, password, language: 'en' })
  const { refreshToken } = (await registered.json()) as { refreshToken: string }
  await ask('/auth/phone/confirm', { code: '000000' }, refreshToken)
  const visitor = await signedIn(stack.url, { login, password }, 'en')
  expect((await visitor.visit('/cabinet')).links('/cabinet/settings/profile#email')).toEqual([])
  const profile = await visitor.visit('/cabinet/settings/profile')
  expect(profile.value('email')).toBe(contacts.email)
  expect(profile.$('#email-code')).toHaveLength(0)
})

test('money moves all the same, and nothing is simulated or cancelled', async ({ stack }) => {
  // Without that extension it can ask for no code.
  const operator = await knownInvestor(stack.backendUrl, demoOperator)
  const limits = await operator.ask('GET', '/settings/limits')
  const value = { ...(limits['value'] as object), stepUp: { code: false } }
  await operator.ask('PATCH', '/ext/operator/settings/limits', { value })
  const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
  await investor.ask('POST', '/funds/deposits', { planId: 'breeze', currency: 'USDT', amount: '100' })
  const visitor = await signedIn(stack.url, investor, 'en')
  const overview = await visitor.visit('/cabinet')
  expect(overview.status).toBe(200)
  expect(overview.$('[href^="/demo/clock"], [action^="/demo/clock"]')).toHaveLength(0)
  expect(await statusOf(visitor, '/demo/clock')).toBe(404)

  const topUp = await visitor.submit(await visitor.visit('/cabinet/top-up'), 'name="amount"', {
    system: 'usdt-trc20',
    amount: '50',
  })
  expect(topUp.url.pathname).toMatch(/^\/cabinet\/top-up\/./)
  expect(topUp.text).not.toContain('No transfer takes place')

  const form = await visitor.visit('/cabinet/withdrawals/new')
  const request = { system: 'usdt-trc20', amount: '50', wallet: tronWallet }
  const review = await visitor.submit(form, 'name="wallet"', request)
  const made = await visitor.submit(review, 'name="figures"', { currentPassword: investor.password })
  expect(made.url.pathname).toMatch(/^\/cabinet\/withdrawals\/(?!new$)./)
  expect(made.text).not.toContain('Nobody processes requests here')
  expect(made.$('[href$="/cancel"], [action$="/cancel"]')).toHaveLength(0)
  expect(await statusOf(visitor, `${made.url.pathname}/cancel`)).toBe(404)
})

test('an operator finds no held withdrawals, and no way to them', async ({ stack }) => {
  const operator = openVisitor(stack.url, 'en')
  const start = await operator.submit(await operator.visit('/login'), 'name="password"', demoOperator)
  expect(start.links('/operator/anomalies')).toEqual([])
  for (const path of ['/operator/anomalies', '/operator/security'])
    expect(await statusOf(operator, path), path).toBe(404)
})

test("signing out clears the browser's data, and no extension was ever called", async ({ stack }) => {
  const visitor = await signedIn(stack.url, await newInvestor(stack.backendUrl), 'en')
  const left = await visitor.submit(await visitor.visit('/cabinet'), 'action="/logout"', {})
  expect(left.url.pathname).toBe('/login')
  expect((await visitor.visit('/cabinet')).url.pathname).toBe('/login')
  expect(proxy.requests.length).toBeGreaterThan(0)
  expect(proxy.requests.filter((call) => call.includes('/api/ext/'))).toEqual([])
})
