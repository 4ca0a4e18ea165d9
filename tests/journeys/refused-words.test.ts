import { type ErrorCode } from '../../app/contract/errors'
import { type PaymentSystem } from '../../app/contract/settings'
import { changePhone } from '../support/changed-phone'
import { expect, test } from '../support/in-process-faulty-journey'
import { refusesInWords, refusesWith } from '../faults/faults'
import { fileOf } from '../support/files'
import {
  type Investor,
  closableDeposit,
  demoCode,
  demoOperator,
  knownInvestor,
  newInvestor,
  newPerson,
  currentPassword,
  tronWallet,
} from '../support/investor'
import { stepUp } from '../support/step-up'
import { errorTextOf, textsOf } from '../support/texts'
import { type Answer, openVisitor, problemAt, signedIn, type Visitor } from '../support/visitor'
import { otherPlainLanguages, plainLanguages } from '../support/reading-modes'

/**
 * The error of a form that the upstream refuses with a code of the contract or with its own text, by HTML
 * alone and in both languages: that code's sentence, at its field. Another test checks the sentences; this
 * one checks that each reaches its reader.
 */

const get = (path: RegExp) => ({ method: 'GET', path })
const post = (path: RegExp) => ({ method: 'POST', path })

/** Fills in a form, calls `refuse`, and sends the form. */
type Send = (visitor: Visitor, refuse: () => void, investor: Investor) => Promise<Answer>

interface Refusal {
  form: string
  code: ErrorCode
  /** The refused call, including the upstream's `/api`. */
  call: RegExp
  /** The field with the error; undefined if it is about the whole form. */
  field?: string
  /** The sender is not signed in. */
  isPublic?: true
  send: Send
}

const refillForm = { system: 'usdt-trc20', amount: '50' }
const withdrawalForm = { system: 'usdt-trc20', amount: '200', wallet: tronWallet }

const askForTopUp: Send = async (visitor, refuse) => {
  const page = await visitor.visit('/cabinet/top-up')
  refuse()
  return visitor.submit(page, 'name="amount"', refillForm)
}

/** Fills in a form with a review page, and confirms it. */
const confirmed =
  (path: string, values: Record<string, string>, proof: Record<string, string> = {}): Send =>
  async (visitor, refuse) => {
    const review = await visitor.submit(await visitor.visit(path), 'name="amount"', values)
    refuse()
    return visitor.submit(review, 'name="figures"', proof)
  }

const withdraw = confirmed('/cabinet/withdrawals/new', withdrawalForm, { currentPassword })
const exchange = confirmed('/cabinet/exchange', { from: 'USDT', to: 'BTC', amount: '100' })

/** Registers by the form of its page. */
function register(visitor: Visitor, page: Answer): Promise<Answer> {
  const person = newPerson()
  return visitor.submit(page, 'name="passwordRepeat"', { ...person, passwordRepeat: person.password })
}

const refusals: Refusal[] = [
  {
    form: 'registration',
    code: 'inviter_unknown',
    call: /\/auth\/register\//,
    isPublic: true,
    async send(visitor, refuse) {
      const page = await visitor.visit('/register/investor')
      refuse()
      return register(visitor, page)
    },
  },
  {
    form: 'the code of a phone',
    code: 'code_expired',
    call: /\/auth\/phone\/confirm$/,
    field: 'code',
    isPublic: true,
    async send(visitor, refuse) {
      const page = await register(visitor, await visitor.visit('/register'))
      refuse()
      return visitor.submit(page, 'name="code"', { code: demoCode })
    },
  },
  {
    form: 'a forgotten password',
    code: 'code_expired',
    call: /\/ext\/password\/reset$/,
    field: 'code',
    isPublic: true,
    async send(visitor, refuse, { login }) {
      const page = await visitor.submit(await visitor.visit('/password/forgot'), 'name="login"', { login })
      const password = 'High-tide-at-9'
      refuse()
      return visitor.submit(page, 'name="code"', {
        login,
        code: demoCode,
        password,
        passwordRepeat: password,
      })
    },
  },
  {
    form: 'top-up',
    code: 'idempotency_mismatch',
    call: /\/funds\/refills$/,
    send: askForTopUp,
  },
  {
    form: 'opening a deposit',
    code: 'plan_unavailable',
    call: /\/funds\/deposits$/,
    field: 'planId',
    send: confirmed('/cabinet/deposits/new', { planId: 'breeze', currency: 'USDT', amount: '300' }),
  },
  {
    form: 'closing a deposit',
    code: 'deposit_not_closable',
    call: /\/funds\/deposits\/client\/close\//,
    async send(visitor, refuse, investor) {
      const page = await visitor.visit(`/cabinet/deposits/${await closableDeposit(investor)}/close`)
      refuse()
      return visitor.submit(page, 'name="submission"')
    },
  },
  {
    form: 'withdrawal',
    code: 'verification_required',
    call: /\/funds\/payments$/,
    field: 'system',
    send: withdraw,
  },
  {
    form: 'cancelling a withdrawal',
    code: 'payment_not_cancellable',
    call: /\/ext\/payments\/[^/]+\/cancel$/,
    async send(visitor, refuse, investor) {
      const { payment } = (await investor.ask('POST', '/funds/payments', withdrawalForm)) as {
        payment: { id: string }
      }
      const page = await visitor.visit(`/cabinet/withdrawals/${payment.id}/cancel`)
      refuse()
      return visitor.submit(page, 'name="submission"')
    },
  },
]

for (const { form, code, call, field, isPublic, send } of refusals) {
  test(`${form} that is refused as ${code} shows its text`, async ({ stack }) => {
    for (const language of plainLanguages) {
      const sentence = errorTextOf(language, code)
      const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
      const visitor = isPublic
        ? openVisitor(stack.url, language)
        : await signedIn(stack.url, investor, language)
      const answer = await send(visitor, () => stack.faulty.fail(refusesWith(code), post(call)), investor)
      stack.faulty.heal()
      expect(answer.status, language).toBe(422)
      if (field) expect(problemAt(answer, field), language).toBe(sentence)
      else expect(answer.text, language).toContain(sentence)
    }
  })
}

for (const { form, call, send, proof, done } of [
  {
    form: 'an exchange',
    call: /\/user\/exchange$/,
    send: exchange,
    proof: {},
    done: /^\/cabinet\/exchange$/,
  },
  {
    form: 'a withdrawal',
    call: /\/funds\/payments$/,
    send: withdraw,
    proof: { currentPassword },
    done: /^\/cabinet\/withdrawals\/(?!new$)/,
  },
]) {
  test(`${form} whose rate expired at the upstream shows its review page again, which can then be confirmed`, async ({
    stack,
  }) => {
    for (const language of otherPlainLanguages) {
      const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
      const visitor = await signedIn(stack.url, investor, language)
      const refuse = () => stack.faulty.fail(refusesWith('rate_expired'), post(call))
      const again = await send(visitor, refuse, investor)
      stack.faulty.heal()
      expect(again.status, language).toBe(200)
      expect(again.text, language).toContain(textsOf(language)('errors:code.rate_expired'))
      expect((await visitor.submit(again, 'name="figures"', proof)).url.pathname, language).toMatch(done)
    }
  })
}

test('a withdrawal with a valid quote is carried out, though the balance does not suffice at a newer rate', async ({
  stack,
}) => {
  // Enough for the coin at any rate that the demonstration's clock may have reached.
  const investor = await newInvestor(stack.backendUrl, { usdt: '5000' })
  await investor.ask('POST', '/funds/deposits', { planId: 'breeze', currency: 'USDT', amount: '100' })
  const visitor = await signedIn(stack.url, investor, 'en')
  await stepUp(visitor)
  const values = { system: 'btc', amount: '0.01', wallet: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }
  const rise = () =>
    stack.faulty.change(get(/\/user\/exchange-rate$/), (answer: { items: { rate: string }[] }) => {
      for (const item of answer.items) item.rate = `${Number(item.rate) * 1000}`
    })
  const made = await confirmed('/cabinet/withdrawals/new', values, { currentPassword })(
    visitor,
    rise,
    investor,
  )
  expect(made.url.pathname).toMatch(/^\/cabinet\/withdrawals\/(?!new$)/)
  const newForm = await visitor.visit('/cabinet/withdrawals/new')
  const refused = await visitor.submit(newForm, 'name="amount"', values)
  stack.faulty.heal()
  expect(problemAt(refused, 'amount')).toBe(textsOf('en')('refusals:code.insufficient_funds'))
})

test('a withdrawal that requires verification says so on its page and at its field, until the account is verified', async ({
  stack,
}) => {
  for (const language of plainLanguages) {
    const say = textsOf(language)
    const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
    const visitor = await signedIn(stack.url, investor, language)
    stack.faulty.change(get(/\/payment-systems$/), ({ items }: { items: PaymentSystem[] }) => {
      for (const { payment } of items) payment.requires = ['verification']
    })
    const page = await visitor.visit('/cabinet/withdrawals/new')
    const sentence = say('errors:code.verification_required')
    const all = say('cabinet:withdrawals.new.everySystem')
    expect(page.text).toContain(`${sentence} — ${say('cabinet:withdrawals.new.unmetFor', { systems: all })}`)
    expect(page.html).toContain(`href="/cabinet/settings/verification">${sentence}</a>`)
    expect(page.text.split(`${sentence}.`), 'each system says it too').toHaveLength(5)
    const refused = await visitor.submit(page, 'name="amount"', withdrawalForm)
    expect(refused.status).toBe(422)
    expect(problemAt(refused, 'system')).toBe(sentence)

    stack.faulty.change(get(/\/byType\/verification$/), ({ data }: { data: object }) =>
      Object.assign(data, { status: 'successful' }),
    )
    const free = await visitor.visit('/cabinet/withdrawals/new')
    expect(free.text).not.toContain(sentence)
    const review = await visitor.submit(free, 'name="amount"', withdrawalForm)
    stack.faulty.heal()
    expect(review.text).toContain(say('cabinet:withdrawals.review.title'))
  }
})

test('documents of an account that has since been verified are refused with that reason', async ({
  stack,
}) => {
  for (const language of otherPlainLanguages) {
    const visitor = await signedIn(stack.url, await newInvestor(stack.backendUrl), language)
    const page = await visitor.visit('/cabinet/settings/verification')
    const verify = { method: 'PATCH', path: /\/user-data\/verification$/ }
    stack.faulty.fail(refusesWith('already_verified'), verify)
    const refused = await visitor.press(page, 'name="documentNumber"', {
      ...{ fullName: 'Kai Marsh', birthDate: '1990-02-03', maritalStatus: 'single' },
      ...{ documentNumber: 'LT 12345678', photoDocument: fileOf('jpg') },
      ...{ photoLogin: fileOf('jpg'), photoWallet: fileOf('jpg') },
    })
    stack.faulty.heal()
    expect(refused.textOf('[role="alert"]')).toContain(errorTextOf(language, 'already_verified'))
  }
})

test('a phone that was changed elsewhere redirects an open cabinet to the code', async ({ stack }) => {
  for (const language of plainLanguages) {
    const visitor = await signedIn(stack.url, await newInvestor(stack.backendUrl), language)
    const overview = await visitor.visit('/cabinet')
    changePhone(stack)
    const [operations = ''] = overview.links('/cabinet/operations')
    const led = await visitor.visit(operations)
    stack.faulty.heal()
    expect(led.url.pathname).toBe('/phone')
    expect(led.textOf('main h1')).toBe(textsOf(language)('auth:phone.title'))
  }
})

test('a form that was open while the phone was changed redirects to the code, and sends no call', async ({
  stack,
}) => {
  for (const language of otherPlainLanguages) {
    const investor = await newInvestor(stack.backendUrl)
    const visitor = await signedIn(stack.url, investor, language)
    const page = await visitor.visit('/cabinet/top-up')
    changePhone(stack)
    const led = await visitor.submit(page, 'name="amount"', refillForm)
    expect(led.url.pathname).toBe('/phone')
    expect(led.text).toContain(textsOf(language)('auth:phone.title'))
    expect((await visitor.visit('/cabinet')).url.pathname).toBe('/phone')

    // Another device has entered the code. This browser learns of it on its next page.
    stack.faulty.heal()
    const confirmed = await visitor.visit('/phone')
    expect(confirmed.text).toContain(textsOf(language)('auth:phone.confirmedText', { phone: investor.phone }))
    expect((await visitor.visit('/cabinet/top-up')).url.pathname).toBe('/cabinet/top-up')
    expect((await investor.ask('GET', '/funds/refills'))['total']).toBe(0)
  }
})

test('a suspended account sees the reason at sign-in and in an open cabinet, until it is restored', async ({
  stack,
}) => {
  const operator = await knownInvestor(stack.backendUrl, demoOperator)
  for (const language of plainLanguages) {
    const investor = await newInvestor(stack.backendUrl)
    const visitor = await signedIn(stack.url, investor, language)
    const form = await visitor.visit('/cabinet/top-up')
    const { user } = (await investor.ask('POST', '/user/profile', {})) as { user: { id: string } }
    const decide = (decision: string, reason: string) =>
      operator.ask('POST', `/ext/operator/users/${user.id}/decide`, { decision, reason })

    const reason = 'Papers of <b>another</b> person'
    await decide('suspend', reason)
    const sentence = textsOf(language)('refusals:code.account_suspended', { reason })
    const { login, password } = investor
    const signedOut = openVisitor(stack.url, language)
    const refused = await signedOut.submit(await signedOut.visit('/login'), 'name="password"', {
      login,
      password,
    })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain(sentence)
    for (const [answer, status] of [
      [await visitor.visit('/cabinet'), 403],
      [await visitor.visit('/cabinet/operations'), 403],
      [await visitor.submit(form, 'name="amount"', refillForm), 422],
    ] as const) {
      expect(answer.status, answer.url.pathname).toBe(status)
      expect(answer.text, answer.url.pathname).toContain(sentence)
      expect(answer.$('b:contains("another")')).toHaveLength(0)
    }

    await decide('restore', 'Cleared')
    expect((await visitor.visit('/cabinet/operations')).url.pathname).toBe('/cabinet/operations')
    expect((await investor.ask('GET', '/funds/refills'))['total']).toBe(0)

    // A suspended investor can still sign out.
    await decide('suspend', reason)
    const left = await visitor.submit(await visitor.visit('/cabinet'), 'action="/logout"')
    expect(left.url.pathname).toBe('/login')
    expect((await visitor.visit('/cabinet')).url.pathname).toBe('/login')
  }
})

const ownWords: Omit<Refusal, 'code'>[] = [
  {
    form: 'sign-in',
    call: /\/auth\/login$/,
    isPublic: true,
    async send(visitor, refuse, { login, password }) {
      const page = await visitor.visit('/login')
      refuse()
      return visitor.submit(page, 'name="password"', { login, password })
    },
  },
  { form: 'top-up', call: /\/funds\/refills$/, send: askForTopUp },
  { form: 'exchange', call: /\/user\/exchange$/, send: exchange },
]

for (const { form, call, isPublic, send } of ownWords) {
  test(`${form} that is refused with the upstream's own text shows it as plain text, up to three hundred characters`, async ({
    stack,
  }) => {
    const markup = `<b>Come</b> to the <script>send()</script>\n"front" & ask <img src=x>`
    const letters = '0123456789'.repeat(30)
    for (const language of otherPlainLanguages) {
      const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
      for (const [message, shown] of [
        [markup, markup.replace('\n', ' ')],
        [letters, letters],
        [`${letters}A`, `${letters.slice(0, 299)}…`],
      ] as const) {
        const visitor = isPublic
          ? openVisitor(stack.url, language)
          : await signedIn(stack.url, investor, language)
        const refuse = () => stack.faulty.fail(refusesInWords(message), post(call))
        const answer = await send(visitor, refuse, investor)
        stack.faulty.heal()
        expect(answer.status, language).toBe(422)
        expect(answer.text, language).toContain(shown)
        const scripts = answer.$('script').toArray()
        expect(scripts.map((script) => answer.$(script).text())).not.toContain('send()')
        expect(answer.$('b:contains("Come"), img[src="x"]')).toHaveLength(0)
        expect(answer.text).not.toContain(textsOf(language)('refusals:fallback.any'))
      }
    }
  })
}
