import { type PaymentSystem } from '../../app/contract/settings'
import { expect, test } from '../support/in-process-faulty-journey'
import {
  type Investor,
  closableDeposit,
  demoCode,
  newInvestor,
  newPerson,
  tronWallet,
} from '../support/investor'
import { type Language } from '~/contract/languages'
import { textsOf } from '../support/texts'
import { type Answer, openVisitor, signedIn, type Visitor } from '../support/visitor'
import { otherPlainLanguages, plainLanguages } from '../support/reading-modes'

/**
 * The error of each form that the upstream refuses without a code, by HTML alone: that form's sentence in the
 * reader's language. Another test checks the sentences; this one checks which form shows which.
 */

interface RefusedForm {
  name: string
  /** The refused call, including the upstream's `/api`. */
  call: RegExp
  method?: 'PATCH'
  /** The request body, if the form makes the same call for something else too. */
  body?: RegExp
  sentence: (typeof sentences)[number]
  /** Brings the visitor to the form, calls `refuse`, and sends the form. */
  send: (visitor: Visitor, refuse: () => void, investor: Investor) => Promise<Answer>
}

const sentences = [
  'any',
  'registration',
  'verification',
  'opening',
  'closing',
  'subscription',
  'editing',
] as const

/** One of them is shown by the browser too. */
const keyOf = (one: (typeof sentences)[number]) =>
  one === 'verification' ? (`errors:fallback.${one}` as const) : (`refusals:fallback.${one}` as const)

/** Fills in a form with a review page, and confirms it. */
async function throughReview(
  visitor: Visitor,
  refuse: () => void,
  [path, mark, values]: [path: string, mark: string, values: Record<string, string>],
): Promise<Answer> {
  const review = await visitor.submit(await visitor.visit(path), mark, values)
  refuse()
  return visitor.submit(review, 'name="figures"')
}

const forms: RefusedForm[] = [
  {
    name: 'registration',
    call: /\/auth\/register\//,
    sentence: 'registration',
    async send(visitor, refuse) {
      const person = newPerson()
      const page = await visitor.visit('/register')
      refuse()
      return visitor.submit(page, 'name="passwordRepeat"', { ...person, passwordRepeat: person.password })
    },
  },
  {
    name: 'top-up',
    call: /\/funds\/refills$/,
    sentence: 'any',
    async send(visitor, refuse) {
      const page = await visitor.visit('/cabinet/top-up')
      refuse()
      return visitor.submit(page, 'name="amount"', { system: 'usdt-trc20', amount: '50' })
    },
  },
  {
    name: 'opening a deposit',
    call: /\/funds\/deposits$/,
    sentence: 'opening',
    send: (visitor, refuse) =>
      throughReview(visitor, refuse, [
        '/cabinet/deposits/new',
        'name="amount"',
        { planId: 'breeze', currency: 'USDT', amount: '300' },
      ]),
  },
  {
    name: 'closing a deposit',
    call: /\/funds\/deposits\/client\/close\//,
    sentence: 'closing',
    async send(visitor, refuse, investor) {
      const depositId = await closableDeposit(investor)
      const page = await visitor.visit(`/cabinet/deposits/${depositId}/close`)
      refuse()
      return visitor.submit(page, 'name="submission"')
    },
  },
  {
    name: 'withdrawal',
    call: /\/funds\/payments$/,
    sentence: 'any',
    send: (visitor, refuse) =>
      throughReview(visitor, refuse, [
        '/cabinet/withdrawals/new?system=usdt-trc20',
        'name="amount"',
        { system: 'usdt-trc20', amount: '200', wallet: tronWallet },
      ]),
  },
  {
    name: 'exchange',
    call: /\/user\/exchange$/,
    sentence: 'any',
    send: (visitor, refuse) =>
      throughReview(visitor, refuse, [
        '/cabinet/exchange',
        'name="amount"',
        { from: 'USDT', to: 'BTC', amount: '100' },
      ]),
  },
  {
    name: 'subscription',
    call: /\/user\/subscription$/,
    sentence: 'subscription',
    send: (visitor, refuse) =>
      throughReview(visitor, refuse, ['/cabinet/subscription', 'name="optionId"', { optionId: 'month' }]),
  },
  {
    name: 'contacts',
    call: /\/user\/profile$/,
    body: /Vilnius/,
    sentence: 'editing',
    async send(visitor, refuse, { email, phone }) {
      const page = await visitor.visit('/cabinet/settings/profile')
      refuse()
      return visitor.submit(page, 'name="email"', { email, phone, city: 'Vilnius' })
    },
  },
  {
    name: 'personal data',
    call: /\/user-data$/,
    method: 'PATCH',
    sentence: 'editing',
    async send(visitor, refuse) {
      const page = await visitor.visit('/cabinet/settings/profile')
      refuse()
      return visitor.submit(page, 'name="fullName"', { fullName: 'Kai Marsh' })
    },
  },
  {
    name: 'wallets',
    call: /\/user-data\/wallets\/update$/,
    method: 'PATCH',
    sentence: 'editing',
    async send(visitor, refuse) {
      const page = await visitor.visit('/cabinet/settings/payment-systems')
      const system = page.$('[name$="].system"][value="usdt-trc20"]').first().attr('name') ?? ''
      const address = system.replace('.system', '.address')
      refuse()
      return visitor.submit(page, `name="${address}"`, { [address]: tronWallet })
    },
  },
  {
    name: 'a new password',
    call: /\/user\/password$/,
    method: 'PATCH',
    sentence: 'editing',
    async send(visitor, refuse, { password: currentPassword }) {
      const page = await visitor.visit('/cabinet/settings/password')
      const password = 'High-tide-at-9'
      refuse()
      return visitor.submit(page, 'name="currentPassword"', {
        currentPassword,
        password,
        passwordRepeat: password,
      })
    },
  },
]

for (const { name, call, method = 'POST', body, sentence, send } of forms) {
  test(`${name} that is refused without a code shows the error text of its form`, async ({ stack }) => {
    for (const language of otherPlainLanguages) {
      const say = textsOf(language)
      const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
      const visitor =
        name === 'registration'
          ? openVisitor(stack.url, language)
          : await signedIn(stack.url, investor, language)
      const refuse = () => stack.faulty.fail('answers 422 without a word', { method, path: call, body })
      const answer = await send(visitor, refuse, investor)
      stack.faulty.heal()
      expect(answer.status).toBe(422)
      const said = sentences.filter((one) => answer.text.includes(say(keyOf(one))))
      expect(said, language).toEqual([sentence])
    }
  })
}

/** A visitor who has registered and not yet entered the code. */
async function atTheCode(backendUrl: string, url: string, language: Language): Promise<[Visitor, Answer]> {
  const { login, email, phone, password } = newPerson()
  await fetch(`${backendUrl}/api/auth/register/${login}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, phone, password, language }),
  })
  const visitor = openVisitor(url, language)
  return [
    visitor,
    await visitor.submit(await visitor.visit('/login'), 'name="password"', { login, password }),
  ]
}

test('a code that is refused without an error code, and one that could not be sent, have texts of their own', async ({
  stack,
}) => {
  for (const language of plainLanguages) {
    const say = textsOf(language)
    const [visitor, page] = await atTheCode(stack.backendUrl, stack.url, language)
    expect(page.url.pathname).toBe('/phone')
    stack.faulty.fail('answers 422 without a word', { method: 'POST', path: /\/phone\/confirm$/ })
    const refused = await visitor.submit(page, 'name="code"', { code: demoCode })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain(say('errors:fallback.verification'))

    stack.faulty.fail('can not send the code', { method: 'POST', path: /\/phone\/resend$/ })
    const unsent = await visitor.submit(page, 'value="resend"')
    stack.faulty.heal()
    expect(unsent.status).toBeGreaterThanOrEqual(400)
    expect(unsent.text).toContain(say('refusals:code.code_not_sent'))
    const opened = await visitor.submit(unsent, 'name="code"', { code: demoCode })
    expect(opened.url.pathname, 'the code that was sent before still holds').toBe('/cabinet')
  }
})

test("an amount above a system's maximum is refused at its field, where the page has shown the maximum", async ({
  stack,
}) => {
  stack.faulty.change(
    { method: 'GET', path: /\/payment-systems$/ },
    ({ items }: { items: PaymentSystem[] }) => {
      for (const { refill, payment } of items) [refill.max, payment.max] = ['500', '150.009']
    },
  )
  const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
  for (const [language, maxAmounts] of [
    ['ru', ['500,00 USDT', '150,00 USDT']],
    ['en', ['500.00 USDT', '150.00 USDT']],
  ] as const) {
    const say = textsOf(language)
    const visitor = await signedIn(stack.url, investor, language)
    const bounded: { path: string; fields: Record<string, string> }[] = [
      { path: '/cabinet/top-up', fields: { system: 'usdt-trc20', amount: '501' } },
      {
        path: '/cabinet/withdrawals/new?system=usdt-trc20',
        fields: { system: 'usdt-trc20', amount: '151', wallet: tronWallet },
      },
    ]
    for (const [at, { path, fields }] of bounded.entries()) {
      const page = await visitor.visit(path)
      expect(page.text).toContain(maxAmounts[at])
      const answer = await visitor.submit(page, 'name="amount"', fields)
      expect(answer.status, path).toBe(422)
      expect(answer.text).toContain(say('refusals:code.amount_above_max', { max: maxAmounts[at]! }))
      expect(answer.html).toContain(`value="${fields['amount']}"`)
    }
  }
})
