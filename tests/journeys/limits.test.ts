import { newPerson, demoInvestor, demoOperator } from '../support/investor'
import { expect, journeysOn } from '../support/in-process-journey'
import { type Language } from '~/contract/languages'
import { textsOf } from '../support/texts'
import { type Answer, openVisitor, signedIn } from '../support/visitor'

/** Limits on attempts, with the limits of a deployment. */

const test = journeysOn({ limitFactor: 1 })

const waitIn = (language: Language) => textsOf(language)('refusals:code.too_many_requests')
const wait = waitIn('en')

test('the sixth sign-in within a minute is refused; another login and signed-in visitors are not affected', async ({
  stack,
}) => {
  const anna = demoInvestor
  const annas = await signedIn(stack.url, anna, 'en')
  const guesser = openVisitor(stack.url, 'ru')
  const guess = async (password: string) =>
    guesser.submit(await guesser.visit('/login'), 'name="password"', { login: anna.login, password })

  const answers: Answer[] = []
  for (let at = 0; at < 4; at++) answers.push(await guess(`wrong-${at}`))
  expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422])
  const sixth = await guess(anna.password)
  expect(sixth.status).toBe(429)
  expect(sixth.text).toContain(waitIn('ru'))
  expect(sixth.html).toContain(`value="${anna.login}"`)
  const { headers } = stack.answers.findLast(({ path }) => path.startsWith('/login')) ?? {}
  expect(Number(headers?.['retry-after'])).toBeGreaterThan(0)

  const other = openVisitor(stack.url, 'en')
  const user = await other.submit(await other.visit('/login'), 'name="password"', demoOperator)
  expect(user.url.pathname).toBe('/operator')
  expect((await annas.visit('/cabinet')).status).toBe(200)
})

test('a browser that has signed in before gets in, whoever guesses in its own network', async ({ stack }) => {
  const known = openVisitor(stack.url, 'en')
  const [login, password] = ['cashier', 'Demo-cashier-1']
  const signIn = async (visitor: typeof known, typed: string) =>
    visitor.submit(await visitor.visit('/login'), 'name="password"', { login, password: typed })
  const inside = await signIn(known, password)
  await known.submit(inside, 'action="/logout"')
  const guesser = openVisitor(stack.url, 'en')
  for (let at = 0; at < 6; at++) await signIn(guesser, `wrong-${at}`)
  expect((await signIn(guesser, password)).status).toBe(429)
  expect((await signIn(openVisitor(stack.url, 'en'), password)).status).toBe(429)
  expect((await signIn(known, password)).url.pathname).toBe('/operator')
})

test('the sixth code within ten minutes is refused, and so is a second request for one within a minute', async ({
  stack,
}) => {
  const { login, email, phone, password } = newPerson()
  const registered = await fetch(`${stack.backendUrl}/api/auth/register/${login}`, {
    method: 'POST',
    // From another network, so that the next test's registrations start at zero.
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': '192.0.2.7' },
    body: JSON.stringify({ email, phone, password, language: 'en' }),
  })
  expect(registered.status).toBe(201)
  const visitor = openVisitor(stack.url, 'en')
  await visitor.submit(await visitor.visit('/login'), 'name="password"', { login, password })

  const again = await visitor.submit(await visitor.visit('/phone'), 'value="resend"')
  expect(again.status).toBe(429)
  expect(again.text).toContain(wait)
  const enter = async (code: string) => visitor.submit(await visitor.visit('/phone'), 'name="code"', { code })
  for (let at = 0; at < 5; at++) expect((await enter('123456')).status).toBe(422)
  const sixth = await enter('000000')
  expect(sixth.status).toBe(429)
  expect(sixth.text).toContain(wait)
})

test('the sixth registration within a minute is refused, and its input is kept', async ({ stack }) => {
  const visitor = openVisitor(stack.url, 'en')
  const register = async () => {
    const person = newPerson()
    const fields = { ...person, password: 'password', passwordRepeat: 'password' }
    return {
      person,
      answer: await visitor.submit(await visitor.visit('/register'), 'name="passwordRepeat"', fields),
    }
  }
  for (let at = 0; at < 5; at++) expect((await register()).answer.status).toBe(422)
  const { person, answer } = await register()
  expect(answer.status).toBe(429)
  expect(answer.text).toContain(wait)
  for (const typed of [person.login, person.email, person.phone])
    expect(answer.html).toContain(`value="${typed}"`)
  expect(answer.html).not.toContain('value="password"')
})

test('a referral link shows the inviter to its visitors, but not to someone who guesses logins', async ({
  stack,
}) => {
  const visitor = openVisitor(stack.url, 'en')
  const [invited, unknown] = ['invited you', textsOf('en')('refusals:code.inviter_unknown')]
  const seen: Answer[] = []
  for (let at = 0; at < 10; at++) {
    seen.push(await visitor.visit('/register/investor'), await visitor.visit(`/register/nobody-${at}`))
  }
  expect(seen.filter(({ text }) => text.includes(unknown)).length).toBe(10)
  for (const login of ['investor', 'nobody-at-all']) {
    const page = await visitor.visit(`/register/${login}`)
    expect(page.status).toBe(200)
    expect(page.html).toContain('name="passwordRepeat"')
    expect(page.text).not.toContain(unknown)
    expect(page.text).not.toContain(invited)
  }
})

test('the thirty-first change of language within a minute is refused, on a page that says so', async ({
  stack,
}) => {
  const choose = () => fetch(`${stack.url}/language`, { ...languageForm, redirect: 'manual' })
  const languageForm = {
    method: 'POST',
    body: new URLSearchParams({ lng: 'en', redirectTo: '/risk' }),
    headers: { Cookie: 'lng=en' },
  }
  for (let at = 0; at < 30; at++) expect((await choose()).status).toBe(303)
  const refused = await choose()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect(refused.headers.get('content-type')).toContain('text/html')
  expect(await refused.text()).toContain(wait)
})

test('the fourth request for a new password within an hour needs a proof of work, and the sixth attempt at a code is refused', async ({
  stack,
}) => {
  const visitor = openVisitor(stack.url, 'en')
  const login = 'nobody-of-this-name'
  const held = /this form is accepted from \d\d:\d\d/
  for (const [path, fields, free, said] of [
    ['/password/forgot', { login }, 3, held],
    [
      '/password/reset',
      { login, code: '1', password: 'High-tide-at-9', passwordRepeat: 'High-tide-at-9' },
      5,
      new RegExp(wait),
    ],
  ] as const) {
    const form = await visitor.visit(path)
    const answers: Answer[] = []
    for (let at = 0; at <= free; at++) answers.push(await visitor.submit(form, 'name="login"', { ...fields }))
    const [last, ...before] = answers.reverse()
    expect(before.map(({ status }) => status)).not.toContain(429)
    expect(last?.status).toBe(429)
    expect(last?.text).toMatch(said)
  }
})
