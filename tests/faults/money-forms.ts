import { sql } from 'drizzle-orm'
import { tronWallet } from '../support/investor'
import { newPayment, useWallet } from '../support/money-forms'
import { textsOf } from '../support/texts'
import {
  type ChangingForm,
  type OwnLane,
  amountOf,
  count,
  filledIn,
  idOf,
  isAt,
  reviewed,
} from './changing-form'

/** The forms that move money: the upstream knows their keys. */

const say = textsOf('en')

export const moneyForms: ChangingForm<OwnLane>[] = [
  {
    name: 'top-up',
    call: { method: 'POST', path: /^\/api\/funds\/refills$/ },
    key: 'upstream',
    perAccount: 20,
    fill: filledIn('/cabinet/top-up', 'name="amount"', (lane) => ({
      system: 'usdt-trc20',
      amount: amountOf(lane),
    })),
    effects: (lane) =>
      count(
        lane,
        sql`select count(*) from refills where user_id = ${idOf(lane)} and request_amount = ${amountOf(lane)}`,
      ),
    isDone: isAt(/^\/cabinet\/top-up\/[^/]+$/),
  },
  {
    name: 'opening a deposit',
    call: { method: 'POST', path: /^\/api\/funds\/deposits$/ },
    key: 'upstream',
    perAccount: 40,
    fill: reviewed(
      filledIn('/cabinet/deposits/new', 'name="amount"', (lane) => ({
        ...{ planId: 'breeze', currency: 'USDT', amount: amountOf(lane) },
      })),
    ),
    effects: (lane) =>
      count(
        lane,
        sql`select count(*) from deposits where user_id = ${idOf(lane)} and amount = ${amountOf(lane)}`,
      ),
    isDone: isAt(/^\/cabinet\/deposits\/(?!new)[^/]+$/),
  },
  {
    name: 'closing a deposit',
    call: { method: 'POST', path: /^\/api\/funds\/deposits\/client\/close\// },
    key: 'upstream',
    perAccount: 20,
    async prepare(lane) {
      const { investor } = lane
      // All that the account will close, past their first term at once.
      if (lane.cell === 0) {
        for (let place = 0; place < 20; place++)
          await investor.ask('POST', '/funds/deposits', { planId: 'breeze', currency: 'USDT', amount: '100' })
        await investor.ask('POST', '/ext/demo/clock', { days: 50 })
      }
      const { items } = (await investor.ask('GET', '/funds/deposits?limit=100')) as {
        items: { id: string; canClose: boolean }[]
      }
      return items.find(({ canClose }) => canClose)!.id
    },
    fill: async (lane) => filledIn(`/cabinet/deposits/${lane.subject}/close`, 'name="submission"')(lane),
    effects: (lane) =>
      count(lane, sql`select count(*) from deposits where id = ${lane.subject} and status = 'closed'`),
    isDone: isAt(/^\/cabinet\/deposits\/[^/]+$/),
  },
  {
    name: 'withdrawal',
    call: { method: 'POST', path: /^\/api\/funds\/payments$/ },
    key: 'upstream',
    perAccount: 40,
    async prepare({ cell, investor }) {
      if (cell === 0) await useWallet(investor)
      return ''
    },
    fill: reviewed(
      filledIn('/cabinet/withdrawals/new?system=usdt-trc20', 'name="wallet"', (lane) => ({
        ...{ system: 'usdt-trc20', amount: amountOf(lane, 50), wallet: tronWallet },
      })),
    ),
    effects: (lane) =>
      count(
        lane,
        sql`select count(*) from payments where user_id = ${idOf(lane)} and amount = ${amountOf(lane, 50)}`,
      ),
    isDone: isAt(/^\/cabinet\/withdrawals\/(?!new)[^/]+$/),
  },
  {
    name: 'cancelling a withdrawal',
    call: { method: 'POST', path: /^\/api\/ext\/payments\/[^/]+\/cancel$/ },
    key: 'upstream',
    perAccount: 40,
    prepare: ({ investor }) => newPayment(investor, '50'),
    fill: async (lane) => filledIn(`/cabinet/withdrawals/${lane.subject}/cancel`, 'name="submission"')(lane),
    effects: (lane) =>
      count(lane, sql`select count(*) from payments where id = ${lane.subject} and cancelled_at is not null`),
    isDone: isAt(/^\/cabinet\/withdrawals\/[^/]+$/),
  },
  {
    name: 'exchange',
    call: { method: 'POST', path: /^\/api\/user\/exchange$/ },
    key: 'upstream',
    perAccount: 40,
    fill: reviewed(
      filledIn('/cabinet/exchange', 'name="amount"', (lane) => ({
        ...{ from: 'USDT', to: 'BTC', amount: amountOf(lane) },
      })),
    ),
    effects: (lane) =>
      count(
        lane,
        sql`select count(*) from exchanges where user_id = ${idOf(lane)} and amount_from = ${amountOf(lane)}`,
      ),
    isDone: isAt(/^\/cabinet\/exchange\?done=/),
  },
  {
    name: 'subscription',
    call: { method: 'POST', path: /^\/api\/user\/subscription$/ },
    key: 'upstream',
    perAccount: 1, // a second one of the same length would be the same entry
    fill: reviewed(filledIn('/cabinet/subscription', 'name="optionId"', () => ({ optionId: 'month' }))),
    effects: (lane) => count(lane, sql`select count(*) from subscriptions where user_id = ${idOf(lane)}`),
    isDone: ({ url, text }) =>
      url.pathname === '/cabinet/subscription' && text.includes(say('exchange:subscription.activeText')),
  },
]
