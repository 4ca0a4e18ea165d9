import { newInvestor, newPerson, demoInvestor } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { textsOf } from '../support/texts'
import { openVisitor, signedIn, type Visitor } from '../support/visitor'
import { plainLanguages } from '../support/reading-modes'

/** Sign-in and the end of a session, without a browser. */

const sealOf = (visitor: Visitor) => /(?:^|; )(sid=([^;]*))/.exec(visitor.cookie())?.[2] ?? ''

test('sign-in accepts a login, an e-mail or a phone number', async ({ stack }) => {
  const person = await newInvestor(stack.backendUrl)
  for (const login of [person.login.toUpperCase(), person.email, person.phone])
    await signedIn(stack.url, { login, password: person.password }, 'en')
})

test('an unknown login and a wrong password look alike', async ({ stack }) => {
  for (const lng of plainLanguages)
    for (const login of ['nobody-of-this-name', demoInvestor.login]) {
      const visitor = openVisitor(stack.url, lng)
      const form = await visitor.visit('/login')
      const refused = await visitor.press(form, 'name="password"', { login, password: 'not-the-password' })
      expect(refused.text).toContain(textsOf(lng)('refusals:code.invalid_credentials'))
      expect([refused.typed('login'), refused.typed('password')]).toEqual([login, ''])
    }
})

test('an investor without a confirmed phone stays on the page of the code', async ({ stack }) => {
  const person = newPerson()
  const visitor = openVisitor(stack.url, 'en')
  const form = await visitor.visit('/register/investor')
  await visitor.press(form, 'name="passwordRepeat"', { ...person, passwordRepeat: person.password })
  const page = await visitor.visit('/cabinet/deposits')
  expect(page.url.pathname).toBe('/phone')
  const wrong = await visitor.press(page, 'name="code"', { code: '123456' })
  expect(wrong.text).toContain(textsOf('en')('refusals:code.code_invalid'))
  const right = await visitor.press(wrong, 'name="code"', { code: '000-000' })
  expect(right.url.pathname).toBe('/cabinet')
})

test('a cookie that was tampered with counts as signed out', async ({ stack }) => {
  const visitor = openVisitor(stack.url, 'en')
  const form = await visitor.visit('/login')
  await visitor.press(form, 'name="password"', demoInvestor)
  const given = stack.answers
    .flatMap(({ headers }) => headers['set-cookie'] ?? [])
    .findLast((line) => line.startsWith('sid=') && !line.startsWith('sid=;'))
  const attributes = (given ?? '').split('; ').slice(1)
  expect(attributes).toEqual(expect.arrayContaining(['HttpOnly', 'Path=/']))
  expect(attributes.join()).toMatch(/SameSite=(Lax|Strict)/)
  expect(attributes.join()).not.toMatch(/Expires|Max-Age/)

  const sealed = sealOf(visitor)
  const middle = Math.floor(sealed.length / 2)
  const flipped = sealed.slice(0, middle) + (sealed[middle] === 'A' ? 'B' : 'A') + sealed.slice(middle + 1)
  const [header, ...rest] = sealed.split('.')
  const otherHeader = Buffer.from(JSON.stringify({ alg: 'none', enc: 'A256GCM' })).toString('base64url')
  const bad = {
    empty: '',
    cut: sealed.slice(0, middle),
    flipped,
    'another header': [otherHeader, ...rest].join('.'),
    'parts swapped': [header, ...rest.reverse()].join('.'),
    'not sealed': 'signed-in',
    'not UTF-8': '%ff%fe%00',
    oversized: 'A'.repeat(6_000),
  }
  const statusOf = (value: string) =>
    fetch(`${stack.url}/cabinet`, { headers: { Cookie: `sid=${value}; lng=en` }, redirect: 'manual' })
  expect((await statusOf(sealed)).status).toBe(200)
  for (const [what, value] of Object.entries(bad)) {
    const answer = await statusOf(value)
    expect(answer.status, what).toBe(302)
    expect(answer.headers.get('location'), what).toMatch(/^\/login/)
    if (value) expect(answer.headers.get('set-cookie'), what).toMatch(/sid=;/)
  }
})

test('signing out needs a POST', async ({ stack }) => {
  const visitor = await signedIn(stack.url, demoInvestor, 'en')
  expect((await visitor.visit('/logout')).status).toBe(405)
})

test('a form from another site changes nothing', async ({ stack }) => {
  const investor = await newInvestor(stack.backendUrl)
  const Cookie = (await signedIn(stack.url, investor, 'en')).cookie()
  const post = (headers: Record<string, string>) =>
    fetch(`${stack.url}/cabinet/top-up`, {
      method: 'POST',
      body: new URLSearchParams({ system: 'usdt-trc20', amount: '700' }),
      headers: { Cookie, ...headers },
      redirect: 'manual',
    })
  const foreign = { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' }
  expect((await post(foreign)).status).toBe(403)
  expect((await post({})).status).toBe(409)
  expect((await investor.ask('GET', '/funds/refills'))['total']).toBe(0)
})
