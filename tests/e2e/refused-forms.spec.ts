import { type Investor, closableDeposit, newInvestor, newPerson, tronWallet } from '../support/investor'
import { expect, test } from '../support/faulty-journey'
import { languages, textsOf } from '../support/texts'
import { type Answer, openVisitor, signedIn, type Visitor } from '../support/visitor'

/**
 * What each form says when the upstream refuses it without a word, by HTML alone: the sentence of that form, in the
 * reader's language, and no other's. The sentences are held by a table test; this holds which form says which.
 */

interface RefusedForm {
  name: string
  /** The call that is refused, the upstream's `/api` included. */
  call: RegExp
  sentence: (typeof sentences)[number]
  /** Brings the visitor to the post that makes the call, and makes it once `refuse` is called. */
  send: (visitor: Visitor, refuse: () => void, investor: Investor) => Promise<Answer>
}

const sentences = ['any', 'registration', 'opening', 'closing', 'subscription'] as const

/** Fills in a form with a check page, and confirms what that shows. */
async function throughCheck(
  visitor: Visitor,
  refuse: () => void,
  [path, mark, values]: [path: string, mark: string, values: Record<string, string>],
): Promise<Answer> {
  const check = await visitor.submit(await visitor.visit(path), mark, values)
  refuse()
  return visitor.submit(check, 'name="figures"')
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
      throughCheck(visitor, refuse, [
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
      throughCheck(visitor, refuse, [
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
      throughCheck(visitor, refuse, [
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
      throughCheck(visitor, refuse, ['/cabinet/subscription', 'name="optionId"', { optionId: 'month' }]),
  },
]

for (const { name, call, sentence, send } of forms) {
  test(`${name} that is refused without a word is told in the words of its form`, async ({ stack }) => {
    for (const language of languages) {
      const say = textsOf(language)
      const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
      const visitor =
        name === 'registration'
          ? openVisitor(stack.url, language)
          : await signedIn(stack.url, investor, language)
      const refuse = () => stack.faulty.fail('refuses without a word', { method: 'POST', path: call })
      const answer = await send(visitor, refuse, investor)
      stack.faulty.heal()
      expect(answer.status).toBe(422)
      const said = sentences.filter((one) => answer.text.includes(say(`errors:fallback.${one}`)))
      expect(said, language).toEqual([sentence])
    }
  })
}
