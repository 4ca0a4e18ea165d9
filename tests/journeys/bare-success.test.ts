import { currentPassword, demoCode, newInvestor, newPerson, tronWallet } from '../support/investor'
import { type FaultyProduct, expect, journeysOn } from '../support/in-process-faulty-journey'
import { stepUp } from '../support/step-up'
import { textsOf } from '../support/texts'
import { type Answer, openVisitor, signedIn } from '../support/visitor'

/**
 * A success that says nothing may be a gateway's own: what it did is looked for, and where that can't be done nothing is said
 * to be done.
 */

const test = journeysOn({})
const say = textsOf('en')

interface BareForm {
  name: string
  call: { method: string; path: RegExp }
  /** What shows the effect. */
  shownBy: { method: string; path: RegExp }
  /** @returns what sends the form */
  open: (stack: FaultyProduct) => Promise<() => Promise<Answer>>
  done: string
}

const forms: BareForm[] = [
  {
    name: 'wallets',
    call: { method: 'PATCH', path: /\/user-data\/wallets\/update$/ },
    shownBy: { method: 'GET', path: /\/user-data\/wallets$/ },
    async open(stack) {
      const visitor = await signedIn(stack.url, await newInvestor(stack.backendUrl), 'en')
      await stepUp(visitor)
      const form = await visitor.visit('/cabinet/settings/payment-systems')
      const values = { 'wallets[0].address': tronWallet, currentPassword, stepUp: 'password' }
      return () => visitor.submit(form, 'name="wallets[0].address"', values)
    },
    done: say('flash:dataUpdated'),
  },
  {
    name: 'the code of a phone',
    call: { method: 'POST', path: /\/auth\/phone\/confirm$/ },
    shownBy: { method: 'GET', path: /\/ext\/user$/ },
    async open({ url }) {
      const visitor = openVisitor(url, 'en')
      const person = newPerson()
      const values = { ...person, passwordRepeat: person.password }
      const form = await visitor.submit(await visitor.visit('/register'), 'name="passwordRepeat"', values)
      return () => visitor.submit(form, 'name="code"', { code: demoCode })
    },
    done: say('flash:phoneConfirmed'),
  },
]

for (const { name, call, shownBy, open, done } of forms) {
  test(`${name}: a bare success that did nothing is not called done`, async ({ stack }) => {
    const send = await open(stack)
    stack.faulty.fail('answers {}', call)
    const { status, text } = await send()
    expect(status).toBeGreaterThanOrEqual(400)
    expect(text).not.toContain(done)
    stack.faulty.heal()
    expect((await send()).textOf('body')).toContain(done)
  })

  test(`${name}: a bare success whose effect is there is called done`, async ({ stack }) => {
    const send = await open(stack)
    stack.faulty.fail({ reaches: 'at once', answer: { spoil: emptied } }, call)
    expect((await send()).textOf('body')).toContain(done)
  })

  test(`${name}: of a bare success whose effect can't be looked at it is said that nobody knows`, async ({
    stack,
  }) => {
    const send = await open(stack)
    stack.faulty.fail('answers {}', call)
    let reads = 0
    // The first answer is the one from before the change, where there is one.
    stack.faulty.fail(
      { reaches: 'at once', answer: { spoil: (own) => (reads++ < readsBefore(name) ? own : broken) } },
      shownBy,
    )
    const { status, text } = await send()
    expect(status).toBeGreaterThanOrEqual(400)
    expect(text).toContain(say('refusals:maybeDone'))
    expect(text).not.toContain(done)
  })
}

const head = { 'content-type': 'application/json' }
const emptied = () => ({ status: 200, headers: head, body: Buffer.from('{}') })
const broken = { status: 503, headers: head, body: Buffer.from('') }

/** How often the form reads what shows its effect before it changes it. */
const readsBefore = (name: string): number => (name === 'wallets' ? 1 : 0)

/** Forms whose calls answer success alone, and show their effect nowhere. */
const silentForms: Pick<BareForm, 'name' | 'call' | 'open' | 'done'>[] = [
  {
    name: 'a message',
    call: { method: 'POST', path: /\/ext\/messages$/ },
    async open({ url }) {
      const visitor = openVisitor(url, 'en')
      const form = await visitor.visit('/contacts')
      const values = { name: 'Ona', email: 'ona@example.org', message: 'Hello there' }
      return () => visitor.submit(form, 'name="message"', values)
    },
    done: say('flash:requestSent'),
  },
  {
    name: 'the newsletter',
    call: { method: 'POST', path: /\/ext\/subscribers$/ },
    async open({ url }) {
      const visitor = openVisitor(url, 'en')
      const form = await visitor.visit('/subscribe')
      return () => visitor.submit(form, 'name="email"', { email: 'ona@example.org' })
    },
    done: say('flash:requestSent'),
  },
]

for (const { name, call, open, done } of silentForms)
  for (const fault of ['answers a broken shape', 'answers an error'] as const)
    test(`${name}: a success of an upstream that ${fault} is not called done`, async ({ stack }) => {
      const send = await open(stack)
      stack.faulty.fail(fault, call)
      const { status, text } = await send()
      expect(status).toBeGreaterThanOrEqual(400)
      expect(text).not.toContain(done)
      // What states an error is a refusal.
      if (fault !== 'answers an error')
        expect(text).toMatch(new RegExp(`${say('refusals:maybeDone')}|${say('refusals:maybeArrived')}`))
      stack.faulty.heal()
      expect((await send()).textOf('body')).toContain(done)
    })
