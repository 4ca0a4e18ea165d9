import { randomUUID } from 'node:crypto'
import { demoCode, newInvestor, newPerson, currentPassword } from '../support/investor'
import { type FaultyProduct, expect, journeysOn } from '../support/in-process-faulty-journey'
import { type FaultName } from '../faults/faults'
import { inquiriesOf } from '../support/inquiries'
import { fileOf } from '../support/files'
import { errorTextOf, textsOf } from '../support/texts'
import { type Answer, openVisitor, signedIn } from '../support/visitor'

/**
 * Forms without a key whose answer was lost and that are sent again: what they did is known by its effect, and told as
 * done. What is as it was is refused as before.
 */

const test = journeysOn({})
const say = textsOf('en')
const password = 'High-tide-at-9'

const lost = ['commits, then resets', 'commits, then 502', 'commits, then 500'] as const

/** Sends a form whose call fails in this way, and lets the calls after it pass. */
async function losing<Sent>(
  { faulty }: FaultyProduct,
  fault: FaultName,
  [method, path]: [method: string, path: RegExp],
  send: () => Promise<Sent>,
): Promise<Sent> {
  faulty.fail(fault, { method, path })
  const met = faulty.met()
  const [answer] = await Promise.all([send(), met])
  faulty.heal()
  return answer
}

/** A form for registering, filled in. */
async function registration({ url }: FaultyProduct) {
  const visitor = openVisitor(url, 'en')
  const form = await visitor.visit('/register')
  const person = newPerson()
  const send = (changes: Record<string, string> = {}) =>
    visitor.submit(form, 'name="passwordRepeat"', { ...person, passwordRepeat: person.password, ...changes })
  return { visitor, person, send }
}

const isAtCode = ({ url, text }: Answer) =>
  url.pathname === '/phone' && text.includes(say('common:flash.registered'))

for (const fault of lost)
  test(`a registration that ${fault} leads on at once`, async ({ stack }) => {
    const { send } = await registration(stack)
    const answer = await losing(stack, fault, ['POST', /\/auth\/register\//], send)
    expect(isAtCode(answer), answer.text).toBe(true)
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
  test(`a password whose change ${fault} is told as changed`, async ({ stack }) => {
    const investor = await newInvestor(stack.backendUrl)
    const visitor = await signedIn(stack.url, investor, 'en')
    const form = await visitor.visit('/cabinet/settings/password')
    const send = () =>
      visitor.submit(form, 'name="passwordRepeat"', { currentPassword, password, passwordRepeat: password })
    const changed = await losing(stack, fault, ['PATCH', /\/user\/password$/], send)
    expect(changed.url.pathname).toBe('/cabinet/settings/password')
    expect(changed.text).toContain(say('common:flash.passwordUpdated'))
    expect((await send()).text).toContain(say('common:flash.passwordUpdated'))
    expect((await visitor.visit('/cabinet')).url.pathname).toBe('/cabinet')
  })

test('a change of the password that never arrived is not told as done', async ({ stack }) => {
  const investor = await newInvestor(stack.backendUrl)
  const visitor = await signedIn(stack.url, investor, 'en')
  const form = await visitor.visit('/cabinet/settings/password')
  const passwords = { currentPassword, password, passwordRepeat: password }
  const failed = await losing(stack, 'answers 502', ['PATCH', /\/user\/password$/], () =>
    visitor.submit(form, 'name="passwordRepeat"', passwords),
  )
  expect(failed.status).toBe(503)
  expect(failed.text).toContain(say('refusals:maybeDone'))
  expect(failed.text).not.toContain(say('common:flash.passwordUpdated'))
})

test('a code that a lost form used up leads on, signed in by the password that it set', async ({ stack }) => {
  const { login } = await newInvestor(stack.backendUrl)
  const visitor = openVisitor(stack.url, 'en')
  const page = await visitor.submit(await visitor.visit('/password/forgot'), 'name="login"', { login })
  const reset = { login, code: demoCode, password, passwordRepeat: password }
  const answer = await losing(stack, 'commits, then resets', ['POST', /\/password\/reset$/], () =>
    visitor.submit(page, 'name="code"', reset),
  )
  expect([answer.url.pathname, answer.text]).toEqual([
    '/cabinet',
    expect.stringContaining(say('common:flash.passwordUpdated')),
  ])
  const another = openVisitor(stack.url, 'en')
  const again = await another.submit(await another.visit('/password/reset'), 'name="code"', reset)
  expect(again.url.pathname).toBe('/cabinet')
})

test('the code of a phone that a lost form used up leads on', async ({ stack }) => {
  const { send, visitor } = await registration(stack)
  const page = await send()
  const answer = await losing(stack, 'commits, then resets', ['POST', /\/phone\/confirm$/], () =>
    visitor.submit(page, 'name="code"', { code: demoCode }),
  )
  expect(answer.url.pathname).toBe('/cabinet')
  expect(answer.text).toContain(say('common:flash.phoneConfirmed'))
})

/** Sends a form to lose its answer, and then once more. @returns the second answer */
async function sentTwice(
  stack: FaultyProduct,
  call: [string, RegExp],
  send: () => Promise<Answer>,
  told = 'refusals:maybeArrived',
) {
  const lostAnswer = await losing(stack, 'commits, then 502', call, send)
  expect(lostAnswer.text).toContain(say(told))
  return send()
}

test('a message, an application and a newsletter that are sent again are one each', async ({ stack }) => {
  const visitor = openVisitor(stack.url, 'en')
  const mark = randomUUID()
  const email = `${mark}@example.org`
  const kindsOf = async () =>
    (await inquiriesOf(stack))
      .filter((inquiry) => JSON.stringify(inquiry).includes(mark))
      .map((inquiry) => (inquiry as { kind: string }).kind)
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
  await sentTwice(stack, ['POST', /\/ext\/subscribers$/], () =>
    visitor.submit(newsletter, 'name="email"', { email }),
  )
  expect(await kindsOf()).toEqual(['application', 'message', 'subscriber'])
})

test('the demonstration’s clock goes once to where its form moves it', async ({ stack }) => {
  const visitor = await signedIn(stack.url, await newInvestor(stack.backendUrl), 'en')
  const offset = (page: Answer) => Number(page.value('from'))
  const page = await visitor.visit('/demo/clock')
  const move = () => visitor.press(page, 'id="clock-days"', { days: '2' })
  const moved = await sentTwice(stack, ['POST', /\/demo\/clock$/], move, 'refusals:maybeDone')
  expect(moved.text).toContain(say('common:flash.clockMoved'))
  expect(offset(await visitor.visit('/demo/clock'))).toBe(offset(page) + 2)
})
