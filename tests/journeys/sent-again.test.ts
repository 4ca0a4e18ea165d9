import { randomUUID } from 'node:crypto'
import { demoCode, newInvestor, newPerson, currentPassword } from '../support/investor'
import { type FaultyProduct, expect, journeysOn } from '../support/in-process-faulty-journey'
import { type FaultName } from '../faults/faults'
import { applicationsOf, inquiriesOf } from '../support/inquiries'
import { fileOf } from '../support/files'
import { addAuthenticator } from '../support/second-factor'
import { stepUp } from '../support/step-up'
import { errorTextOf, textsOf } from '../support/texts'
import { type Answer, openVisitor, signedIn } from '../support/visitor'

/**
 * Forms without an idempotency key whose answer was lost and that are sent again: if the change has been
 * made, the app reports success. If not, the second attempt is refused as usual.
 */

const test = journeysOn({})
const say = textsOf('en')
const password = 'High-tide-at-9'

const lost = ['commits, then resets', 'commits, then 502', 'commits, then 500'] as const

/**
 * Sends a form while its call fails with this fault, then stops the fault.
 * @param isKept whether the upstream can be asked for the answer meanwhile
 */
async function withLostAnswer<Sent>(
  { faulty }: FaultyProduct,
  fault: FaultName,
  [method, path]: [method: string, path: RegExp],
  send: () => Promise<Sent>,
  { isKept = false } = {},
): Promise<Sent> {
  if (!isKept) faulty.fail('answers 502', { method: 'POST', path: /\/ext\/answers$/ })
  faulty.fail(fault, { method, path })
  const met = faulty.met()
  const [answer] = await Promise.all([send(), met])
  faulty.heal()
  return answer
}

/** The registration form, filled in. */
async function registration({ url }: FaultyProduct) {
  const visitor = openVisitor(url, 'en')
  const form = await visitor.visit('/register')
  const person = newPerson()
  const send = (changes: Record<string, string> = {}) =>
    visitor.submit(form, 'name="passwordRepeat"', { ...person, passwordRepeat: person.password, ...changes })
  return { visitor, person, send }
}

const isAtCode = ({ url, text }: Answer) =>
  url.pathname === '/phone' && text.includes(say('flash:registered'))

/** Refusals that do not say why, of an upstream that has done it all the same. */
const unexplained = ['commits, then 400 in words', 'commits, then 422 without a word'] as const

for (const fault of [...lost, ...unexplained])
  test(`a registration that ${fault} continues at once`, async ({ stack }) => {
    const { send } = await registration(stack)
    const answer = await withLostAnswer(stack, fault, ['POST', /\/auth\/register\//], send)
    expect(isAtCode(answer), answer.text).toBe(true)
  })

test('a registration that is refused without a reason, and was not made, is told as refused', async ({
  stack,
}) => {
  const { person, send } = await registration(stack)
  const call: [string, RegExp] = ['POST', /\/auth\/register\//]
  const refused = await withLostAnswer(stack, 'answers 400 in words', call, send, { isKept: true })
  expect([refused.url.pathname, refused.status]).toEqual(['/register', 422])
  expect(refused.typed('login')).toBe(person.login)
  expect(isAtCode(await send())).toBe(true)
})

test('a registration that is refused for a reason, or has to wait, asks nothing else', async ({ stack }) => {
  for (const answer of [
    { status: 422, body: { message: 'no', code: 'password_too_simple' } },
    {
      status: 422,
      body: { message: 'no', code: 'validation', fields: { password: { code: 'weak', message: 'no' } } },
    },
    { status: 429, body: { message: 'slow down' } },
  ]) {
    const { send } = await registration(stack)
    const body = JSON.stringify(answer.body)
    const headers = { 'content-type': 'application/json' }
    stack.faulty.fail(
      { reaches: 'never', answer: { status: answer.status, headers, body } },
      { method: 'POST', path: /\/auth\/register\// },
    )
    const before = stack.faulty.requests.length
    expect((await send()).url.pathname).toBe('/register')
    stack.faulty.heal()
    expect(stack.faulty.requests.slice(before).join()).not.toContain('/auth/login')
  }
})

test('a registration that is sent again signs in with its password, and with no other', async ({ stack }) => {
  const { person, send } = await registration(stack)
  expect(isAtCode(await send())).toBe(true)
  const other = { password: 'Another-demo-2', passwordRepeat: 'Another-demo-2' }
  const stranger = openVisitor(stack.url, 'en')
  const form = await stranger.visit('/register')
  const own = { ...person, passwordRepeat: person.password }
  const refused = await stranger.submit(form, 'name="passwordRepeat"', { ...own, ...other })
  expect([refused.status, refused.url.pathname]).toEqual([422, '/register'])
  expect(refused.text).toContain(errorTextOf('en', 'login_taken'))
  const again = await stranger.submit(form, 'name="passwordRepeat"', own)
  expect(isAtCode(again), again.text).toBe(true)
})

for (const fault of lost)
  test(`a password whose change ${fault} is reported as changed`, async ({ stack }) => {
    const investor = await newInvestor(stack.backendUrl)
    const visitor = await signedIn(stack.url, investor, 'en')
    await stepUp(visitor)
    const form = await visitor.visit('/cabinet/settings/password')
    const send = () =>
      visitor.submit(form, 'name="passwordRepeat"', { currentPassword, password, passwordRepeat: password })
    const changed = await withLostAnswer(stack, fault, ['PATCH', /\/user\/password$/], send)
    expect(changed.url.pathname).toBe('/cabinet/settings/password')
    expect(changed.text).toContain(say('flash:passwordUpdated'))
    expect((await send()).text).toContain(say('flash:passwordUpdated'))
    expect((await visitor.visit('/cabinet')).url.pathname).toBe('/cabinet')
  })

test('a change of the password that never arrived is not reported as done', async ({ stack }) => {
  const investor = await newInvestor(stack.backendUrl)
  const visitor = await signedIn(stack.url, investor, 'en')
  const form = await visitor.visit('/cabinet/settings/password')
  const passwords = { currentPassword, password, passwordRepeat: password }
  const failed = await withLostAnswer(stack, 'answers 502', ['PATCH', /\/user\/password$/], () =>
    visitor.submit(form, 'name="passwordRepeat"', passwords),
  )
  expect(failed.status).toBe(503)
  expect(failed.text).toContain(say('refusals:maybeDone'))
  expect(failed.text).not.toContain(say('flash:passwordUpdated'))
})

for (const fault of [
  'commits, then resets',
  'commits, then 400 in words',
  'commits, then 422 without a word',
] as const)
  test(`a reset code that a form used up which ${fault} still signs in with the new password`, async ({
    stack,
  }) => {
    const { login } = await newInvestor(stack.backendUrl)
    const visitor = openVisitor(stack.url, 'en')
    const page = await visitor.submit(await visitor.visit('/password/forgot'), 'name="login"', { login })
    // The code is made behind the answer.
    await stack.answered?.()
    const reset = { login, code: demoCode, password, passwordRepeat: password }
    const answer = await withLostAnswer(stack, fault, ['POST', /\/password\/reset$/], () =>
      visitor.submit(page, 'name="code"', reset),
    )
    expect([answer.url.pathname, answer.text]).toEqual([
      '/cabinet',
      expect.stringContaining(say('flash:passwordUpdated')),
    ])
    const another = openVisitor(stack.url, 'en')
    const again = await another.submit(await another.visit('/password/reset'), 'name="code"', reset)
    expect(again.url.pathname).toBe('/cabinet')
  })

/** The form of a new password for an account with a second factor, from a browser that has passed none. */
async function resetWithFactor(stack: FaultyProduct) {
  const investor = await newInvestor(stack.backendUrl)
  const { app } = await addAuthenticator(investor)
  const visitor = openVisitor(stack.url, 'en')
  const { login } = investor
  const page = await visitor.submit(await visitor.visit('/password/forgot'), 'name="login"', { login })
  await stack.answered?.()
  const send = (changes: Record<string, string> = {}) =>
    visitor.submit(page, 'name="passwordRepeat"', {
      ...{ login, code: demoCode, password, passwordRepeat: password },
      ...changes,
    })
  return { app, visitor, send }
}

/** The page after a form has set a password, where the reader has to sign in. */
const afterPassword = (page: Answer) => [page.url.pathname, page.textOf('[role="status"]')]
const updatedAt = (path: string): unknown[] => [path, expect.stringContaining(say('flash:passwordUpdated'))]

test('a reset of an account with a second factor that is sent again, or whose answer is lost, goes on to that factor', async ({
  stack,
}) => {
  for (const isLost of [false, true]) {
    const { app, visitor, send } = await resetWithFactor(stack)
    if (!isLost) expect(afterPassword(await send())).toEqual(updatedAt('/login'))
    const page = isLost
      ? await withLostAnswer(stack, 'commits, then resets', ['POST', /\/password\/reset$/], send)
      : await send()
    expect(afterPassword(page)).toEqual(updatedAt('/login/second-factor'))
    const inside = await visitor.submit(page, 'name="code"', { code: app.next() })
    expect(inside.url.pathname).toBe('/cabinet')
  }
})

test('a reset with a used code and another password is refused, with a second factor too', async ({
  stack,
}) => {
  const { send } = await resetWithFactor(stack)
  await send()
  const other = 'Another-demo-2'
  const refused = await send({ password: other, passwordRepeat: other })
  expect([refused.status, refused.refused.problems]).toEqual([422, [errorTextOf('en', 'code_expired')]])
})

/** Answers to the sign-in that a form tries after its code was refused. */
for (const [code, isSet] of [
  ['account_suspended', true],
  ['password_reset_required', false],
  ['forbidden', false],
] as const)
  test(`a reset whose password is answered with ${code} is told as ${isSet ? 'done' : 'refused'}`, async ({
    stack,
  }) => {
    const { send } = await resetWithFactor(stack)
    await send()
    const body = JSON.stringify({ message: 'no', code })
    const headers = { 'content-type': 'application/json' }
    stack.faulty.fail(
      { reaches: 'never', answer: { status: 403, headers, body } },
      { method: 'POST', path: /\/auth\/login$/ },
    )
    const again = await send()
    if (isSet) expect(afterPassword(again)).toEqual(updatedAt('/login'))
    else expect(again.refused.problems).toEqual([errorTextOf('en', 'code_expired')])
  })

test('a phone code that a lost form used up still opens the next page', async ({ stack }) => {
  const { send, visitor } = await registration(stack)
  const page = await send()
  const answer = await withLostAnswer(stack, 'commits, then resets', ['POST', /\/phone\/confirm$/], () =>
    visitor.submit(page, 'name="code"', { code: demoCode }),
  )
  expect(answer.url.pathname).toBe('/cabinet')
  expect(answer.text).toContain(say('flash:phoneConfirmed'))
})

/** A form of another password, in a session that has passed a second factor. */
async function changeWithFactor({ backendUrl, url }: FaultyProduct) {
  const investor = await newInvestor(backendUrl)
  const { app, recoveryCodes } = await addAuthenticator(investor)
  const visitor = openVisitor(url, 'en')
  const { login } = investor
  const half = await visitor.submit(await visitor.visit('/login'), 'name="password"', {
    login,
    password: currentPassword,
  })
  await visitor.submit(half, 'name="code"', { code: app.next() })
  const form = await visitor.visit('/cabinet/settings/password')
  const send = (stepUpCode = '') =>
    visitor.submit(form, 'name="passwordRepeat"', {
      ...{ currentPassword, password, passwordRepeat: password },
      stepUpCode,
    })
  /** Goes on with the second factor, which no bearer of the earlier password is left of. */
  const expectSignIn = async (page: Answer) => {
    expect(afterPassword(page)).toEqual(updatedAt('/login/second-factor'))
    expect(visitor.cookie()).not.toMatch(/sid=/)
    const inside = await visitor.submit(page, 'name="code"', { code: recoveryCodes.at(-1)! })
    expect(inside.url.pathname).toBe('/cabinet')
  }
  return { investor, recoveryCodes, send, visitor, expectSignIn }
}

for (const fault of lost)
  test(`a password of an account with a second factor whose change ${fault} is reported as changed, before its factor is asked for`, async ({
    stack,
  }) => {
    const { send, expectSignIn } = await changeWithFactor(stack)
    await expectSignIn(await withLostAnswer(stack, fault, ['PATCH', /\/user\/password$/], send))
  })

for (const stepUpCode of [false, true])
  test(`a password that another press has set ${stepUpCode ? 'with a code ' : ''}meanwhile is reported as changed, before the second factor is asked for`, async ({
    stack,
  }) => {
    const { investor, recoveryCodes, send, expectSignIn } = await changeWithFactor(stack)
    const [code = '', other] = recoveryCodes
    await investor.ask('POST', '/ext/step-up', { code })
    await investor.ask('PATCH', '/user/password', { currentPassword, password })
    // Its bearer has ended before the app knows of it, as in two presses at once.
    await expectSignIn(await send(stepUpCode ? other : undefined))
  })

test('a change of the password with a second factor that is sent again stays signed in', async ({
  stack,
}) => {
  const { send, visitor } = await changeWithFactor(stack)
  for (const press of ['first', 'second']) {
    const page = await send()
    expect(page.url.pathname, press).toBe('/cabinet/settings/password')
    expect(page.text, press).toContain(say('flash:passwordUpdated'))
  }
  expect((await visitor.visit('/cabinet')).url.pathname).toBe('/cabinet')
})

/** Sends a form whose answer is lost, and then once more. @returns the second answer */
async function sentTwice(
  stack: FaultyProduct,
  call: [string, RegExp],
  send: () => Promise<Answer>,
  text = 'refusals:maybeArrived',
) {
  const lostAnswer = await withLostAnswer(stack, 'commits, then 502', call, send)
  expect(lostAnswer.text).toContain(say(text))
  return send()
}

test('a message, an application and a newsletter subscription that are sent again are stored once', async ({
  stack,
}) => {
  const visitor = openVisitor(stack.url, 'en')
  const mark = randomUUID()
  const email = `${mark}@example.org`
  const kindsOf = async () =>
    [...(await inquiriesOf(stack)), ...(await applicationsOf(stack))]
      .filter((inquiry) => JSON.stringify(inquiry).includes(mark))
      .map((inquiry) => (inquiry as { kind?: string }).kind ?? 'application')
      .sort()

  const contacts = await visitor.visit('/contacts')
  const message = { name: 'Ona', email, message: 'Hello there' }
  const sent = await sentTwice(stack, ['POST', /\/ext\/messages$/], () =>
    visitor.submit(contacts, 'name="message"', message),
  )
  expect(sent.url.pathname).toBe('/contacts/sent')

  const vacancy = await visitor.visit('/vacancies/lawyer')
  const application = { name: mark, phone: '+37061234567', resume: fileOf('pdf') }
  const applied = await sentTwice(stack, ['POST', /\/applications$/], () =>
    visitor.submit(vacancy, 'name="resume"', application),
  )
  expect(applied.url.pathname).toBe('/vacancies/lawyer/sent')

  const newsletter = await visitor.visit('/subscribe')
  const subscribed = await sentTwice(stack, ['POST', /\/ext\/subscribers$/], () =>
    visitor.submit(newsletter, 'name="email"', { email }),
  )
  expect(subscribed.text).toContain(say('flash:requestSent'))
  expect(await kindsOf()).toEqual(['application', 'message', 'subscriber'])
})

for (const fault of [...lost, ...unexplained])
  test(`a message whose call ${fault} may have arrived where its answer can not be asked for`, async ({
    stack,
  }) => {
    const visitor = openVisitor(stack.url, 'en')
    const contacts = await visitor.visit('/contacts')
    const message = { name: 'Ona', email: `${randomUUID()}@example.org`, message: 'Hello there' }
    const sent = await withLostAnswer(stack, fault, ['POST', /\/ext\/messages$/], () =>
      visitor.submit(contacts, 'name="message"', message),
    )
    expect(sent.text).toContain(say('refusals:maybeArrived'))
    expect(sent.typed('message')).toBe('Hello there')
  })

/** Forms whose effect no other call shows. */
for (const fault of [...lost, ...unexplained])
  test(`a form whose call ${fault} is told as done where the upstream has kept its answer`, async ({
    stack,
  }) => {
    const lose = (call: [string, RegExp], send: () => Promise<Answer>) =>
      withLostAnswer(stack, fault, call, send, { isKept: true })
    const visitor = openVisitor(stack.url, 'en')
    const contacts = await visitor.visit('/contacts')
    const message = { name: 'Ona', email: `${randomUUID()}@example.org`, message: 'Hello there' }
    const sent = await lose(['POST', /\/ext\/messages$/], () =>
      visitor.submit(contacts, 'name="message"', message),
    )
    expect(sent.url.pathname).toBe('/contacts/sent')

    const vacancy = await visitor.visit('/vacancies/lawyer')
    const application = { name: randomUUID(), phone: '+37061234567', resume: fileOf('pdf') }
    const applied = await lose(['POST', /\/applications$/], () =>
      visitor.submit(vacancy, 'name="resume"', application),
    )
    expect(applied.url.pathname).toBe('/vacancies/lawyer/sent')

    // The session that it began is in the answer.
    const { login, password: own } = await newInvestor(stack.backendUrl)
    const signIn = await visitor.visit('/login')
    const inside = await lose(['POST', /\/auth\/login$/], () =>
      visitor.submit(signIn, 'name="password"', { login, password: own }),
    )
    expect(inside.url.pathname).toBe('/cabinet')
  })

for (const fault of lost)
  test(`a password of an account with a second factor whose change ${fault} stays signed in where its answer is kept`, async ({
    stack,
  }) => {
    const { send, visitor } = await changeWithFactor(stack)
    const call: [string, RegExp] = ['PATCH', /\/user\/password$/]
    const page = await withLostAnswer(stack, fault, call, send, { isKept: true })
    expect(afterPassword(page)).toEqual(updatedAt('/cabinet/settings/password'))
    expect((await visitor.visit('/cabinet')).url.pathname).toBe('/cabinet')
  })

test('the demonstration’s clock moves once when its form is sent again', async ({ stack }) => {
  const visitor = await signedIn(stack.url, await newInvestor(stack.backendUrl), 'en')
  const offset = (page: Answer) => Number(page.value('from'))
  const page = await visitor.visit('/demo/clock')
  const move = () => visitor.press(page, 'id="clock-days"', { days: '2' })
  // Where the answer was lost, the page has found out by itself.
  const moved = await sentTwice(stack, ['POST', /\/demo\/clock$/], move, 'flash:clockMoved')
  expect(moved.text).toContain(say('flash:clockMoved'))
  expect(offset(await visitor.visit('/demo/clock'))).toBe(offset(page) + 2)
})
