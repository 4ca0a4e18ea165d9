import { tronWallet } from '../support/investor'
import { type Language, textsOf } from '../support/texts'
import { type Answer, type Visitor } from '../support/visitor'
import { type Stranger } from '../stranger/stranger'

/** A filled-in form: its page, a text that identifies the form on the page, and the entered values. */
export interface FilledIn {
  page: Answer
  mark: string
  values?: Record<string, string>
}

/** One form that moves money, and the key of the text that its page shows on success. */
export interface MoneyStep {
  name: string
  /** The upstream's call. */
  path: string
  /** The amount by default. */
  amount: number
  /** Fills the form in, including its review page if it has one. */
  fillIn: (investor: Visitor, amount: string) => Promise<FilledIn>
  says: string
}

/** The main path of an investor by HTML forms alone. */
export const moneyPath: MoneyStep[] = [
  {
    name: 'a top-up',
    path: '/api/funds/refills',
    amount: 150,
    async fillIn(investor, amount) {
      const page = await investor.visit('/cabinet/top-up')
      return { page, mark: 'name="amount"', values: { system: page.value('system'), amount } }
    },
    says: 'flash:requestSent',
  },
  {
    name: 'a deposit',
    path: '/api/funds/deposits',
    amount: 100,
    async fillIn(investor, amount) {
      const form = await investor.visit('/cabinet/deposits/new')
      const values = { planId: form.value('planId'), currency: 'USDT', amount }
      return reviewed(investor, form, 'name="amount"', values)
    },
    says: 'flash:depositCreated',
  },
  {
    name: 'an exchange',
    path: '/api/user/exchange',
    amount: 20,
    async fillIn(investor, amount) {
      const form = await investor.visit('/cabinet/exchange')
      return reviewed(investor, form, 'name="amount"', { from: 'USDT', to: 'BTC', amount })
    },
    says: 'flash:exchanged',
  },
  {
    name: 'a withdrawal',
    path: '/api/funds/payments',
    amount: 50,
    async fillIn(investor, amount) {
      const form = await investor.visit('/cabinet/withdrawals/new')
      const values = { system: form.value('system'), amount, wallet: tronWallet }
      return reviewed(investor, form, 'name="wallet"', values)
    },
    says: 'flash:requestSent',
  },
]

/** Buys the first subscription option. */
export const subscriptionStep: MoneyStep = {
  name: 'a subscription',
  path: '/api/user/subscription',
  amount: 0,
  async fillIn(investor) {
    const form = await investor.visit('/cabinet/subscription')
    return reviewed(investor, form, 'name="optionId"', { optionId: form.value('optionId') })
  },
  says: 'flash:subscriptionActivated',
}

/** Closes the first deposit that can be closed. */
export const closingStep: MoneyStep = {
  name: 'a closing',
  path: '/api/funds/deposits/client/close/',
  amount: 0,
  async fillIn(investor) {
    const list = await investor.visit('/cabinet/deposits?status=awaiting_completion')
    const [deposit = ''] = list.entries('/cabinet/deposits')
    return { page: await investor.visit(`${deposit}/close`), mark: 'name="submission"' }
  },
  says: 'flash:depositClosed',
}

async function reviewed(investor: Visitor, form: Answer, mark: string, values: Record<string, string>) {
  return { page: await investor.submit(form, mark, values), mark: 'name="figures"' }
}

/** Fills a form in and sends it. If a similar entry exists, it confirms another one. */
export async function take(investor: Visitor, { fillIn, amount }: MoneyStep): Promise<Answer> {
  const { page, mark, values } = await fillIn(investor, String(amount))
  return sendOneMore(
    investor,
    await investor.submit(page, mark, { ...values, again: page.value('again') }),
    mark,
  )
}

/** Ticks the confirmation of another entry on a form without a review page. */
export async function sendOneMore(investor: Visitor, answer: Answer, mark: string): Promise<Answer> {
  const again = answer.value('again')
  return again === '' ? answer : investor.press(answer, mark, { again })
}

/** How many requests to a changing call the upstream got. */
export const sentTo = ({ requests }: Pick<Stranger, 'requests'>, path: string): number =>
  requests.filter((one) => one.method === 'POST' && one.path.startsWith(path)).length

/** Steps that failed or were not sent exactly once: where they ended, and the text of that page. */
export async function failedSteps(
  investor: Visitor,
  stranger: Pick<Stranger, 'requests'>,
  language: Language = 'en',
): Promise<unknown[]> {
  const say = textsOf(language)
  const failed: unknown[] = []
  for (const step of moneyPath) {
    const before = sentTo(stranger, step.path)
    const { status, url, text } = await take(investor, step)
    const sent = sentTo(stranger, step.path) - before
    if (status !== 200 || sent !== 1 || !text.includes(say(step.says)))
      failed.push([step.name, status, url.pathname.slice(0, 40), sent, text.slice(0, 200)])
  }
  return failed
}
