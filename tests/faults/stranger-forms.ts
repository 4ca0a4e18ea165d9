import Big from 'big.js'
import { textsOf } from '../support/texts'
import { dayMs, plans } from '../stranger/books'
import { type Stranger } from '../stranger/stranger'
import { type MoneyStep, closingStep, moneyPath, subscriptionStep } from '../upstreams/money-path'
import { type ChangingForm, type FormSession, enter, saysClosed } from './changing-form'

/** The forms that move money on an upstream that knows neither idempotency keys nor outcomes: the app alone does. */

const say = textsOf('en')

const entriesOf: Record<string, (stranger: Stranger, login: string) => number> = {
  'a top-up': ({ state }, login) => state.refills.filter((one) => one.login === login).length,
  'a deposit': ({ state }, login) => state.deposits.filter((one) => one.login === login).length,
  'a withdrawal': ({ state }, login) => state.payments.filter((one) => one.login === login).length,
  'an exchange': (stranger, login) => operationsOf(stranger, login, 'exchange'),
  'a closing': ({ state }, login) => state.deposits.filter((one) => one.login === login && one.closed).length,
  'a subscription': (stranger, login) => operationsOf(stranger, login, 'subscription'),
}

/** What goes out: an exchange books what comes in, too. */
const operationsOf = ({ state }: Stranger, login: string, type: string) =>
  state.operations.filter((one) => one.login === login && one.type === type && one.amount.lt(0)).length

/** @param stranger whom the forms are sent to, in the end */
export function strangerForms(stranger: Stranger): ChangingForm[] {
  return [...moneyPath, closingStep, subscriptionStep].map((step) => formOf(stranger, step))
}

function formOf(stranger: Stranger, { name, path, amount, fillIn, says }: MoneyStep): ChangingForm {
  const count = ({ account }: FormSession) => entriesOf[name]!(stranger, account.login)
  return {
    name,
    call: { method: 'POST', path: new RegExp(`^${path}`) },
    key: 'app',
    showsOutcome: name === 'a closing',
    perAccount: 1, // what is like it is asked about first, and the day is all that some lists tell
    prepare(session) {
      const { state } = stranger
      const opened = new Date(Date.now() - 2 * plans[0]!.term * dayMs)
      if (name === 'a closing')
        state.add(state.deposits, {
          ...{
            login: session.account.login,
            plan: plans[0]!,
            opened,
            currency: 'USDT' as const,
            amount: Big(100),
          },
        })
      return Promise.resolve(String(count(session)))
    },
    fill: ({ visitor }) => fillIn(visitor, String(amount)),
    effects: (session) => Promise.resolve(count(session) - Number(session.subject)),
    isDone: (answer) =>
      !answer.url.pathname.startsWith('/cabinet/submissions/') &&
      (answer.textOf('body').includes(say(says)) || saysClosed(answer)),
  }
}

let readers = 0

/** A new account with money for one form. @param url where the app is */
export async function openStrangerSession({ state }: Stranger, url: string): Promise<FormSession> {
  const number = String(++readers).padStart(6, '0')
  const account = { login: `reader${number}`, password: 'Demo-reader-1' }
  const contacts = { email: `${account.login}@example.org`, phone: `+37062${number}`, phoneConfirmed: true }
  state.register({ ...account, ...contacts, balances: { USDT: '1000' } })
  return {
    url,
    account,
    visitor: await enter({ url, account }, {}),
    mark: '',
    cell: -1,
    subject: '',
  }
}
