import { demoOperator, type Investor, newInvestor, tronWallet } from '../support/investor'
import { type FaultyProduct, expect, test } from '../support/in-process-faulty-journey'
import { languages, textsOf } from '../support/texts'
import { type Answer, openVisitor, signedIn, type Visitor } from '../support/visitor'

/**
 * The input of a form that met the end of the session: it is not sent to the upstream, it is kept, and only
 * the same account gets it back.
 */

/** Posts a top-up after the upstream has ended the session; the answer is the sign-in page. */
async function postAtTheEnd(
  stack: FaultyProduct,
): Promise<{ investor: Investor; visitor: Visitor; login: Answer }> {
  const investor = await newInvestor(stack.backendUrl)
  const visitor = await signedIn(stack.url, investor, 'en')
  const page = await visitor.visit('/cabinet/top-up')
  stack.faulty.fail('answers 401 in words', { method: 'POST', path: /^\/api\/funds\/refills/ })
  const login = await visitor.submit(page, 'name="amount"', { system: 'usdt-trc20', amount: '701.25' })
  stack.faulty.heal()
  expect(login.text).toContain('Session time expired')
  return { investor, visitor, login }
}

const signIn = (visitor: Visitor, page: Answer, { login, password }: Investor) =>
  visitor.submit(page, 'name="password"', { login, password })

test('comes back after signing in, once, and is not sent automatically', async ({ stack }) => {
  const { investor, visitor, login } = await postAtTheEnd(stack)
  const back = await signIn(visitor, login, investor)
  expect(back.url.pathname).toBe('/cabinet/top-up')
  expect(back.html).toContain('value="701.25"')
  expect((await investor.ask('GET', '/funds/refills'))['total']).toBe(0)
  expect((await visitor.visit('/cabinet/top-up')).html).not.toContain('value="701.25"')
})

test('comes back in a list of fields too', async ({ stack }) => {
  const investor = await newInvestor(stack.backendUrl)
  const visitor = await signedIn(stack.url, investor, 'en')
  const page = await visitor.visit('/cabinet/settings/payment-systems')
  const name = page.$('[name^="wallets["][name$="].address"]').first().attr('name') ?? ''
  stack.faulty.fail('answers 401 in words', { method: 'GET', path: /^\/api\/user-data/ })
  const login = await visitor.submit(page, `name="${name}"`, { [name]: tronWallet })
  stack.faulty.heal()
  expect(login.text).toContain('Session time expired')
  const back = await signIn(visitor, login, investor)
  expect(back.url.pathname).toBe('/cabinet/settings/payment-systems')
  expect(back.html).toContain(`value="${tronWallet}"`)
})

test('comes back after a sign-out in another tab, to the same account only', async ({ stack }) => {
  const investor = await newInvestor(stack.backendUrl)
  for (const [who, isBack] of [
    [await newInvestor(stack.backendUrl), false],
    [investor, true],
  ] as const) {
    const visitor = await signedIn(stack.url, investor, 'en', { saysOrigin: true })
    const page = await visitor.visit('/cabinet/top-up')
    await visitor.submit(page, 'action="/logout"')
    const login = await visitor.submit(page, 'name="amount"', { system: 'usdt-trc20', amount: '701.25' })
    expect(login.url.pathname).toBe('/login')
    const back = await signIn(visitor, login, who)
    expect(back.url.pathname).toBe('/cabinet/top-up')
    expect(back.html.includes('value="701.25"')).toBe(isBack)
  }
})

test('in a browser that says nothing of the sender, a form of an older copy is told plainly, and nothing is sent', async ({
  stack,
}) => {
  const investor = await newInvestor(stack.backendUrl)
  const visitor = await signedIn(stack.url, investor, 'en')
  const page = await visitor.visit('/cabinet/top-up')
  await visitor.submit(page, 'action="/logout"')
  const answer = await visitor.submit(page, 'name="amount"', { system: 'usdt-trc20', amount: '701.25' })
  expect(answer.status).toBe(409)
  expect(answer.text).toContain(textsOf('en')('refusals:request.form_token'))
  expect((await investor.ask('GET', '/funds/refills'))['total']).toBe(0)
})

for (const lng of languages)
  test(`a text that is too long to be kept is said to be so at the sign-in, in ${lng}`, async ({ stack }) => {
    const say = textsOf(lng)
    const operator = openVisitor(stack.url, lng)
    await operator.submit(await operator.visit('/login'), 'name="password"', demoOperator)
    const form = await operator.visit('/operator/content/news/new')
    const post = async (page: Answer, body: string) => {
      stack.faulty.fail('answers 401 in words', { method: 'POST', path: /\/ext\/operator\/news$/ })
      const texts = { title: 'Tides', summary: 'In short', body }
      const both: Record<string, string> = {}
      for (const [name, text] of Object.entries(texts))
        for (const its of languages) both[`${name}.${its}`] = text
      const login = await operator.submit(page, 'name="title.ru"', both)
      stack.faulty.heal()
      expect(login.text).toContain(say('errors:code.unauthorized'))
      return login
    }
    const login = await post(form, 'High water. '.repeat(1_000))
    expect(login.text).toContain(say('security:signIn.tooLong'))
    const back = await operator.submit(login, 'name="password"', demoOperator)
    expect([back.url.pathname, back.typed('title.en')]).toEqual(['/operator/content/news/new', ''])
    expect((await post(back, 'Low water.')).text).not.toContain(say('security:signIn.tooLong'))
  })

test('is not given to another login', async ({ stack }) => {
  const { visitor, login } = await postAtTheEnd(stack)
  const back = await signIn(visitor, login, await newInvestor(stack.backendUrl))
  expect(back.url.pathname).toBe('/cabinet/top-up')
  expect(back.html).not.toContain('701.25')
})

test('a 401 of the upstream ends the session with an explanation', async ({ stack }) => {
  const visitor = await signedIn(stack.url, await newInvestor(stack.backendUrl), 'en')
  stack.faulty.fail('answers 401 in words', { method: 'GET', path: /^\/api\/user/ })
  const login = await visitor.visit('/cabinet/operations')
  const { pathname, search } = login.url
  expect(pathname + search).toBe('/login?redirectTo=%2Fcabinet%2Foperations&ended=1')
  expect(login.text).toContain(textsOf('en')('errors:code.unauthorized'))
  expect(visitor.cookie()).not.toMatch(/sid=/)
})

for (const fault of ['answers 403 in words', 'answers 429 in words', 'answers 503', 'resets'] as const)
  test(`an upstream that ${fault} does not end the session`, async ({ stack }) => {
    const visitor = await signedIn(stack.url, await newInvestor(stack.backendUrl), 'en')
    stack.faulty.fail(fault, { method: 'GET', path: /^\/api\/user\/operations/ })
    expect((await visitor.visit('/cabinet/operations')).textOf('main h1')).not.toBe('')
    stack.faulty.heal()
    expect((await visitor.visit('/cabinet/operations')).url.pathname).toBe('/cabinet/operations')
  })
