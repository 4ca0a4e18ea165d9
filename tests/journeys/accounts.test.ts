import { browserName, demoOperator, newInvestor, newPerson } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { textsOf } from '../support/texts'
import { openVisitor, signedIn } from '../support/visitor'
import { type WatchedProduct } from '../support/watched'
import { otherPlainLanguages, plainLanguages } from '../support/reading-modes'

/** Sign-in and registration by HTML alone: their texts, the remembered login, and the limits. */

test.describe('registration', () => {
  test('by a referral link shows the inviter, and stores the inviter', async ({ stack }) => {
    const [inviter, person] = [await newInvestor(stack.backendUrl), newPerson()]
    const visitor = openVisitor(stack.url, 'en')
    const page = await visitor.visit(`/register/${inviter.login}`)
    expect(page.text).toContain(`${inviter.login} invited you`)
    const code = await visitor.submit(page, 'name="passwordRepeat"', {
      ...person,
      passwordRepeat: person.password,
    })
    expect(code.url.pathname).toBe('/phone')
    expect(code.text).toContain('Registration successful')
    expect(code.text).toContain('every code is 000000')
    const sent = stack.upstreamCalls.findLast(({ path }) => path.startsWith('/api/auth/register/'))
    expect(sent).toMatchObject({ path: `/api/auth/register/${person.login}`, status: 201 })
    expect(JSON.parse(sent?.body ?? '{}')).toMatchObject({ user: { inviter: inviter.login } })
  })

  test('by an unknown referral link says so, and continues without an inviter', async ({ stack }) => {
    for (const language of plainLanguages)
      for (const login of ['nobody-of-this-name', 'no such login', '%2e%2e%2fsettings']) {
        const page = await openVisitor(stack.url, language).visit(`/register/${login}`)
        expect(page.status).toBe(200)
        expect(page.text).toContain(textsOf(language)('refusals:code.inviter_unknown'))
        expect(page.html).toContain('action="/register"')
      }
  })
})

test.describe('the code', () => {
  test('is accepted with spaces and dashes, and opens the cabinet', async ({ stack }) => {
    const { visitor, page } = await atTheCode(stack)
    const wrong = await visitor.submit(page, 'name="code"', { code: '12-34 56' })
    expect(wrong.status).toBe(422)
    expect(wrong.text).toContain('Verification Error: the code is wrong')
    expect(wrong.html).toContain('value="12-34 56"')
    const right = await visitor.submit(wrong, 'name="code"', { code: ' 000–000 ' })
    expect(right.url.pathname).toBe('/cabinet')
    expect(right.text).toContain('Verification successful')
    expect((await visitor.visit('/phone')).url.pathname).toBe('/cabinet')
  })

  test('can be requested again after a time that the page shows', async ({ stack }) => {
    const { visitor, page } = await atTheCode(stack)
    expect(page.text).toMatch(/A new code can be asked for from \d\d:\d\d\sGMT\+[23]/)
    const early = await visitor.submit(page, 'value="resend"')
    expect(early.status).toBe(429)
    expect(early.title).toMatch(/^Error: /)
    expect(early.textOf('#resend-wait')).toMatch(/^A new code can be asked for from \d\d:\d\d\sGMT\+[23]$/)
    const resend = early.$('form').has('[value="resend"]')
    expect(resend.find('[role="alert"]').first().is('[autofocus]')).toBe(true)
    expect(resend.text()).toContain('Retry the request in a few minutes')
    expect(early.text).toContain('Retry the request in a few minutes')
    expect((await visitor.visit('/phone')).text).toMatch(
      /A new code can be asked for from \d\d:\d\d\sGMT\+[23]/,
    )
  })
})

test.describe('signing in', () => {
  test('does not redirect to another site, whatever the address says', async ({ stack }) => {
    const person = await newInvestor(stack.backendUrl)
    for (const target of [
      'https://elsewhere.example',
      '//elsewhere.example',
      '/\\elsewhere.example',
      '/.//x',
    ]) {
      const visitor = openVisitor(stack.url, 'en')
      const page = await visitor.visit(`/login?redirectTo=${encodeURIComponent(target)}`)
      const { login, password } = person
      const answer = await visitor.submit(page, 'name="password"', { login, password })
      expect(answer.url.href).toBe(`${stack.url}/cabinet`)
    }
  })

  test('remembers the login on this device, and redirects a visitor who is already signed in', async ({
    stack,
  }) => {
    const person = await newInvestor(stack.backendUrl)
    const visitor = await signedIn(stack.url, person, 'en')
    expect((await visitor.visit('/login?redirectTo=/cabinet/operations')).url.pathname).toBe(
      '/cabinet/operations',
    )
    const out = await visitor.submit(await visitor.visit('/cabinet'), 'action="/logout"')
    expect(out.text).toContain('You have signed out')
    expect(out.html).toContain(`value="${person.login}"`)
    expect((await visitor.visit('/cabinet')).url.pathname).toBe('/login')
  })

  test('ends at the upstream too when the visitor signs out', async ({ stack }) => {
    const person = await newInvestor(stack.backendUrl)
    const before = new Set(stack.tokens)
    const visitor = await signedIn(stack.url, person, 'en')
    const issued = [...stack.tokens].filter((token) => !before.has(token))
    const answers = () =>
      Promise.all(
        issued.map(async (token) => {
          const headers = { Authorization: `Bearer ${token}` }
          return (await fetch(`${stack.backendUrl}/api/user/balance`, { headers })).status
        }),
      )
    expect(await answers()).toEqual([200])
    await visitor.submit(await visitor.visit('/cabinet'), 'action="/logout"')
    await expect.poll(answers).toEqual([401])
  })

  test('ends at the upstream for an investor without a confirmed phone, and for an operator', async ({
    stack,
  }) => {
    const { login, email, phone, password } = newPerson()
    await fetch(`${stack.backendUrl}/api/auth/register/${login}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, phone, password, language: 'en' }),
    })
    for (const account of [{ login, password }, demoOperator]) {
      const before = new Set(stack.tokens)
      const visitor = openVisitor(stack.url, 'en')
      const page = await visitor.submit(await visitor.visit('/login'), 'name="password"', account)
      const [token] = [...stack.tokens].filter((one) => !before.has(one))
      const profile = async () => {
        const headers = {
          ...{ Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
          'User-Agent': browserName,
        }
        const address = `${stack.backendUrl}/api/user/profile`
        return (await fetch(address, { method: 'POST', headers, body: '{}' })).status
      }
      expect(await profile()).toBe(200)
      await visitor.submit(page, 'action="/logout"')
      await expect.poll(profile).toBe(401)
    }
  })

  test('reports an obviously mistyped phone number or e-mail', async ({ stack }) => {
    for (const language of otherPlainLanguages)
      for (const login of ['anna@', '+37061', '(8) 612', 'two words']) {
        const visitor = openVisitor(stack.url, language)
        const page = await visitor.visit('/login')
        const answer = await visitor.submit(page, 'name="password"', { login, password: 'x' })
        expect(answer.status).toBe(422)
        expect(answer.text).toContain(textsOf(language)('refusals:code.phone_or_email_invalid'))
      }
  })
})

test('the language is chosen by a form, which returns to the page in that language', async ({ stack }) => {
  const visitor = openVisitor(stack.url, 'ru')
  const page = await visitor.visit('/register?from=letter')
  expect(page.$('html').attr('lang')).toBe('ru')
  const form = { lng: 'en', redirectTo: '/register?from=letter' }
  const chosen = await visitor.submit(page, 'action="/language"', form)
  expect(`${chosen.url.pathname}${chosen.url.search}`).toBe('/register?from=letter')
  expect(chosen.$('html').attr('lang')).toBe('en')
  const outside = await visitor.submit(page, 'action="/language"', {
    lng: 'en',
    redirectTo: '//elsewhere.example',
  })
  expect(outside.url.origin).toBe(stack.url)
})

/** A new account on the page that asks for the code. */
async function atTheCode(stack: WatchedProduct) {
  const person = newPerson()
  const visitor = openVisitor(stack.url, 'en')
  const page = await visitor.submit(await visitor.visit('/register'), 'name="passwordRepeat"', {
    ...person,
    passwordRepeat: person.password,
  })
  return { person, visitor, page }
}
