import { randomUUID } from 'node:crypto'
import { paths } from '~/paths'
import { createSealer } from '~/session/seal.server'
import { currentPassword, demoCode, newInvestor, newPerson, tronWallet } from '../support/investor'
import { onTestFinished } from 'vitest'
import { startAppOn } from '../support/in-process-app'
import { type FaultyProduct, expect, journeysOn } from '../support/in-process-faulty-journey'
import { testSecret } from '../support/stack'
import { stepUp } from '../support/step-up'
import { errorTextOf, textsOf } from '../support/texts'
import {
  type Answer,
  type Visitor,
  answerAfter,
  openVisitor,
  signedIn,
  submitPatiently,
} from '../support/visitor'

/**
 * Forms without an idempotency key whose call takes longer than a reader waits: a page says that the request is under way,
 * asks again by itself, and leads to the answer. Nothing is sent twice.
 */

const env = { FORM_ANSWER_MS: '100', UPSTREAM_TIMEOUT_MONEY_MS: '60000', UPSTREAM_TIMEOUT_GET_MS: '60000' }
const test = journeysOn({ env })
const redisUrl = process.env['REDIS_URL_TEST']
const say = textsOf('en')
const newPassword = 'High-tide-at-9'

/** The upstream carries the call out at once and answers when nobody waits any more. */
const late = { reaches: 'at once', answer: { lateMs: 4_000 } } as const

const passwords = { currentPassword, password: newPassword, passwordRepeat: newPassword }

interface SlowForm {
  name: string
  call: [method: string, path: RegExp]
  /** @returns the browser, the page with the form, and what is typed */
  open: (stack: FaultyProduct) => Promise<[visitor: Visitor, page: Answer, values: Record<string, string>]>
  mark: string
  /** Where the answer leads, and what is said there. */
  leadsTo: RegExp
  text: string
}

async function investorAt(stack: FaultyProduct, path: string): Promise<[Visitor, Answer]> {
  const visitor = await signedIn(stack.url, await newInvestor(stack.backendUrl), 'en')
  await stepUp(visitor)
  return [visitor, await visitor.visit(path)]
}

async function registered({ url }: FaultyProduct): Promise<[Visitor, Answer]> {
  const visitor = openVisitor(url, 'en')
  const person = newPerson()
  const form = await visitor.visit('/register')
  const values = { ...person, passwordRepeat: person.password }
  return [visitor, await submitPatiently(visitor, form, 'name="passwordRepeat"', values)]
}

const slowForms: SlowForm[] = [
  {
    name: 'a new password',
    call: ['PATCH', /\/user\/password$/],
    open: async (stack) => [...(await investorAt(stack, '/cabinet/settings/password')), passwords],
    mark: 'name="passwordRepeat"',
    leadsTo: /^\/cabinet\/settings\/password$/,
    text: say('flash:passwordUpdated'),
  },
  {
    name: 'a registration',
    call: ['POST', /\/auth\/register\//],
    async open({ url }) {
      const visitor = openVisitor(url, 'en')
      const person = newPerson()
      return [visitor, await visitor.visit('/register'), { ...person, passwordRepeat: person.password }]
    },
    mark: 'name="passwordRepeat"',
    leadsTo: /^\/phone$/,
    text: say('flash:registered'),
  },
  {
    name: 'the code of a phone',
    call: ['POST', /\/auth\/phone\/confirm$/],
    open: async (stack) => [...(await registered(stack)), { code: demoCode }],
    mark: 'name="code"',
    leadsTo: /^\/cabinet$/,
    text: say('flash:phoneConfirmed'),
  },
  {
    name: 'wallets',
    call: ['PATCH', /\/user-data\/wallets\/update$/],
    open: async (stack) => [
      ...(await investorAt(stack, '/cabinet/settings/payment-systems')),
      { 'wallets[0].address': tronWallet, currentPassword, stepUp: 'password' },
    ],
    mark: 'name="wallets[0].address"',
    leadsTo: /^\/cabinet\/settings\/payment-systems$/,
    text: say('flash:dataUpdated'),
  },
  {
    name: 'a message of a visitor',
    call: ['POST', /\/ext\/messages$/],
    async open({ url }) {
      const visitor = openVisitor(url, 'en')
      const values = { name: 'Ona', email: 'ona@example.org', message: 'Hello there' }
      return [visitor, await visitor.visit('/contacts'), values]
    },
    mark: 'name="message"',
    leadsTo: /^\/contacts\/sent$/,
    text: say('flash:requestSent'),
  },
]

for (const { name, call, open, mark, leadsTo, text } of slowForms)
  test(`${name}: a press that takes long is told to be under way, is sent once, and its answer comes by itself`, async ({
    stack,
  }) => {
    const [visitor, page, values] = await open(stack)
    const [method, path] = call
    stack.faulty.fail(late, { method, path })
    const before = stack.faulty.requests.length
    const startedMs = performance.now()
    const waiting = await visitor.submit(page, mark, values)
    expect(performance.now() - startedMs).toBeLessThan(late.answer.lateMs)
    expect(waiting.url.pathname).toMatch(/^\/answer\//)
    expect(waiting.textOf('main h1')).toBe(say('auth:late.running'))
    expect(waiting.headers.get('refresh')).toBe('3')
    // Nothing that was typed stands in the page or in its address.
    for (const typed of Object.values(values).filter((value) => value.length > 8))
      expect(waiting.html + waiting.url.href).not.toContain(typed)

    const answered = await answerAfter(visitor, waiting)
    expect(answered.status).toBe(200)
    expect(answered.url.pathname).toMatch(leadsTo)
    expect(answered.textOf('body')).toContain(text)
    const sent = stack.faulty.requests.slice(before).filter((one) => {
      const [ownMethod, address = ''] = one.split(' ')
      return ownMethod === method && path.test(address)
    })
    expect(sent).toHaveLength(1)
  })

test('a password that is changed late is the account’s, and its session goes on', async ({ stack }) => {
  const investor = await newInvestor(stack.backendUrl)
  const visitor = await signedIn(stack.url, investor, 'en')
  await stepUp(visitor)
  const page = await visitor.visit('/cabinet/settings/password')
  stack.faulty.fail(late, { method: 'PATCH', path: /\/user\/password$/ })
  await answerAfter(visitor, await visitor.submit(page, 'name="passwordRepeat"', passwords))
  expect((await visitor.visit('/cabinet')).url.pathname).toBe('/cabinet')
  const again = await signedIn(stack.url, { ...investor, password: newPassword }, 'en')
  expect((await again.visit('/cabinet')).url.pathname).toBe('/cabinet')
})

test('a refusal that comes late is named, and the form is there again with its errors and what was typed', async ({
  stack,
}) => {
  const visitor = await signedIn(stack.url, await newInvestor(stack.backendUrl), 'en')
  const page = await visitor.visit('/cabinet/settings/payment-systems')
  stack.faulty.fail(late, { method: 'PATCH', path: /\/user-data\/wallets\/update$/ })
  const values = { 'wallets[0].address': tronWallet, currentPassword: 'not-the-password', stepUp: 'password' }
  const waiting = await visitor.submit(page, 'name="wallets[0].address"', values)
  const answered = await answerAfter(visitor, waiting)
  expect(answered.url.pathname).toBe(waiting.url.pathname)
  expect(answered.textOf('main h1')).toBe(say('auth:late.there'))
  expect(answered.text).toContain(errorTextOf('en', 'password_wrong'))
  stack.faulty.heal()
  const before = stack.faulty.requests.length
  const form = await visitor.press(answered, say('auth:late.toForm'))
  expect(form.url.pathname).toBe('/cabinet/settings/payment-systems')
  expect(form.refused).toMatchObject({ problems: [errorTextOf('en', 'password_wrong')], fields: 1 })
  expect(form.typed('wallets[0].address')).toBe(tronWallet)
  expect(form.html).not.toContain('not-the-password')
  expect(stack.faulty.requests.slice(before).join()).not.toContain('wallets/update')
})

test('the answer is given to the browser that sent the form, and to no other', async ({ stack }) => {
  const [visitor, page] = await investorAt(stack, '/cabinet/settings/password')
  stack.faulty.fail(late, { method: 'PATCH', path: /\/user\/password$/ })
  const waiting = await visitor.submit(page, 'name="passwordRepeat"', passwords)
  const stranger = openVisitor(stack.url, 'en')
  expect((await stranger.visit(waiting.url.pathname)).status).toBe(404)
  const other = await signedIn(stack.url, await newInvestor(stack.backendUrl), 'en')
  expect((await other.visit(waiting.url.pathname)).status).toBe(404)
  expect((await visitor.visit('/answer/made-up')).status).toBe(404)
  expect((await answerAfter(visitor, waiting)).url.pathname).toBe('/cabinet/settings/password')
})

test.runIf(redisUrl)('an instance that shares a Redis gives the answer of another one', async ({ stack }) => {
  const start = () => startAppOn(stack.faulty.url, { env: { ...env, REDIS_URL: redisUrl! } })
  const [one, other] = await Promise.all([start(), start()])
  onTestFinished(async () => void (await Promise.all([one.stop(), other.stop()])))
  const visitor = openVisitor(one.url, 'en')
  const person = newPerson()
  const form = await visitor.visit('/register')
  stack.faulty.fail(late, { method: 'POST', path: /\/auth\/register\// })
  const values = { ...person, passwordRepeat: person.password }
  const waiting = await visitor.submit(form, 'name="passwordRepeat"', values)
  expect(waiting.textOf('main h1')).toBe(say('auth:late.running'))
  const elsewhere = openVisitor(other.url, 'en', { cookie: visitor.cookie() })
  expect((await elsewhere.visit(waiting.url.pathname)).textOf('main h1')).toBe(say('auth:late.unseen'))
  const answered = await answerAfter(elsewhere, waiting)
  expect([answered.url.pathname, answered.textOf('body').includes(say('flash:registered'))]).toEqual([
    '/phone',
    true,
  ])
  stack.faulty.heal()
})

for (const lng of ['en', 'ru'] as const) {
  const word = textsOf(lng)

  /** Who comes to the page of a form whose process has ended. @param agoMs when it was sent */
  async function atAnswer({ url }: FaultyProduct, path: string, agoMs: number): Promise<Answer> {
    const [key, browser] = [randomUUID(), randomUUID()]
    const ticket = { key, path, browser, userId: null, startedAt: Date.now() - agoMs }
    const sealed = await createSealer([testSecret]).seal('late answer', ticket)
    const visitor = openVisitor(url, lng, { cookie: `late-${key.slice(0, 8)}=${browser}` })
    return visitor.visit(paths.lateAnswer(sealed))
  }

  test(`an answer that another process may have is asked for by the page itself, in ${lng}`, async ({
    stack,
  }) => {
    const page = await atAnswer(stack, '/register', 30_000)
    expect([page.textOf('main h1'), page.headers.get('refresh')]).toEqual([word('auth:late.unseen'), '3'])
    expect(page.text).toContain(word('auth:late.unseenText'))
    expect(page.text).toContain(word('auth:late.check'))
  })

  test(`an answer that is lost is not known, and the page says where to look, in ${lng}`, async ({
    stack,
  }) => {
    for (const [path, about, leadsTo, link] of [
      ['/register/of-somebody', 'registration', '/login', word('common:action.signIn')],
      ['/cabinet/settings/password', 'password', '/cabinet/settings/password', word('auth:late.toPage')],
      ['/contacts', 'other', '/contacts', word('auth:late.toPage')],
    ] as const) {
      const page = await atAnswer(stack, path, 3 * 60_000)
      expect([page.textOf('main h1'), page.headers.get('refresh')]).toEqual([word('auth:late.lost'), null])
      expect(page.text).toContain(word(`auth:late.lostText.${about}`))
      expect(
        page
          .$('main a')
          .toArray()
          .map(({ attribs }) => attribs['href']),
      ).toContain(leadsTo)
      expect(page.text).toContain(link)
    }
  })
}
