import { sql } from 'drizzle-orm'
import { tronWallet } from '../support/investor'
import { newPayment } from '../support/money-forms'
import { textsOf } from '../support/texts'
import {
  type ChangingForm,
  type OwnSession,
  amountOf,
  count,
  filledIn,
  idOf,
  isAt,
  reviewed,
  saysClosed,
} from './changing-form'

/** The forms that move money: the upstream knows their keys. */

const say = textsOf('en')

export const moneyForms: ChangingForm<OwnSession>[] = [
  {
    name: 'top-up',
    call: { method: 'POST', path: /^\/api\/funds\/refills$/ },
    key: 'upstream',
    perAccount: 20,
    fill: filledIn('/cabinet/top-up', 'name="amount"', (session) => ({
      system: 'usdt-trc20',
      amount: amountOf(session),
    })),
    effects: (session) =>
      count(
        session,
        sql`select count(*) from refills where user_id = ${idOf(session)} and request_amount = ${amountOf(session)}`,
      ),
    isDone: isAt(/^\/cabinet\/top-up\/[^/]+$/),
  },
  {
    name: 'opening a deposit',
    call: { method: 'POST', path: /^\/api\/funds\/deposits$/ },
    key: 'upstream',
    perAccount: 40,
    fill: reviewed(
      filledIn('/cabinet/deposits/new', 'name="amount"', (session) => ({
        ...{ planId: 'breeze', currency: 'USDT', amount: amountOf(session) },
      })),
    ),
    effects: (session) =>
      count(
        session,
        sql`select count(*) from deposits where user_id = ${idOf(session)} and amount = ${amountOf(session)}`,
      ),
    isDone: isAt(/^\/cabinet\/deposits\/(?!new)[^/]+$/),
  },
  {
    name: 'closing a deposit',
    call: { method: 'POST', path: /^\/api\/funds\/deposits\/client\/close\// },
    key: 'upstream',
    showsOutcome: true,
    perAccount: 20,
    async prepare(session) {
      const { investor } = session
      // All that the account will close, past their first term at once.
      if (session.cell === 0) {
        for (let place = 0; place < 20; place++)
          await investor.ask('POST', '/funds/deposits', { planId: 'breeze', currency: 'USDT', amount: '100' })
        await investor.ask('POST', '/ext/demo/clock', { days: 50 })
      }
      const { items } = (await investor.ask('GET', '/funds/deposits?limit=100')) as {
        items: { id: string; canClose: boolean }[]
      }
      return items.find(({ canClose }) => canClose)!.id
    },
    fill: async (session) =>
      filledIn(`/cabinet/deposits/${session.subject}/close`, 'name="submission"')(session),
    effects: (session) =>
      count(session, sql`select count(*) from deposits where id = ${session.subject} and status = 'closed'`),
    isDone: (answer) => isAt(/^\/cabinet\/deposits\/[^/]+$/)(answer) || saysClosed(answer),
  },
  {
    name: 'withdrawal',
    call: { method: 'POST', path: /^\/api\/funds\/payments$/ },
    key: 'upstream',
    perAccount: 40,
    fill: reviewed(
      filledIn('/cabinet/withdrawals/new?system=usdt-trc20', 'name="wallet"', (session) => ({
        ...{ system: 'usdt-trc20', amount: amountOf(session, 50), wallet: tronWallet },
      })),
    ),
    effects: (session) =>
      count(
        session,
        sql`select count(*) from payments where user_id = ${idOf(session)} and amount = ${amountOf(session, 50)}`,
      ),
    isDone: isAt(/^\/cabinet\/withdrawals\/(?!new)[^/]+$/),
  },
  {
    name: 'cancelling a withdrawal',
    call: { method: 'POST', path: /^\/api\/ext\/payments\/[^/]+\/cancel$/ },
    key: 'upstream',
    perAccount: 40,
    prepare: ({ investor }) => newPayment(investor, '50'),
    fill: async (session) =>
      filledIn(`/cabinet/withdrawals/${session.subject}/cancel`, 'name="submission"')(session),
    effects: (session) =>
      count(
        session,
        sql`select count(*) from payments where id = ${session.subject} and cancelled_at is not null`,
      ),
    isDone: isAt(/^\/cabinet\/withdrawals\/[^/]+$/),
  },
  {
    name: 'exchange',
    call: { method: 'POST', path: /^\/api\/user\/exchange$/ },
    key: 'upstream',
    perAccount: 40,
    fill: reviewed(
      filledIn('/cabinet/exchange', 'name="amount"', (session) => ({
        ...{ from: 'USDT', to: 'BTC', amount: amountOf(session) },
      })),
    ),
    effects: (session) =>
      count(
        session,
        sql`select count(*) from exchanges where user_id = ${idOf(session)} and amount_from = ${amountOf(session)}`,
      ),
    isDone: isAt(/^\/cabinet\/exchange\?done=/),
  },
  {
    name: 'subscription',
    call: { method: 'POST', path: /^\/api\/user\/subscription$/ },
    key: 'upstream',
    perAccount: 1, // a second one of the same length would be the same entry
    fill: reviewed(filledIn('/cabinet/subscription', 'name="optionId"', () => ({ optionId: 'month' }))),
    effects: (session) =>
      count(session, sql`select count(*) from subscriptions where user_id = ${idOf(session)}`),
    isDone: ({ url, text }) =>
      url.pathname === '/cabinet/subscription' && text.includes(say('exchange:subscription.activeText')),
  },
]
