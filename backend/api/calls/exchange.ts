import { contract } from '~/contract/index'
import { balanceOf } from '../../funds/balance'
import { exchange } from '../../funds/exchanges'
import { buySubscription, subscriptionOf } from '../../funds/subscriptions'
import { Refusal } from '../../domain/refusal'
import { type Handler, authenticated } from '../handler'
import { recordCall } from '../record-call'
import { type Services } from '../../services'
import { contextOf } from './funds-context'

/** Uses of the balance itself: exchanges and subscriptions. */
export function exchangeCalls(services: Services): Handler[] {
  return [
    authenticated(contract.user.exchange, async (call, { user }) => {
      const { db, body } = call
      const context = contextOf(services)
      const { rateId } = body
      if (rateId === undefined) throw Refusal.ofField('rateId', 'required')
      const done = await exchange(db, context, { userId: user.id, ...body, rateId })
      const { id, from: currency, to: toCurrency, amountFrom: amount, amountTo: toAmount } = done
      const values = { amount, currency, toAmount, toCurrency }
      await recordCall(services, call, user, {
        kind: 'exchanged',
        values,
        reference: { kind: 'exchange', id },
      })
      return { exchange: done, balance: await balanceOf(db, user.id, context.now) }
    }),

    authenticated(contract.user.subscription, async (call, { user }) => {
      const { db, body, language } = call
      const context = contextOf(services)
      const { id, price: amount } = await buySubscription(db, context, { userId: user.id, ...body })
      const [values, reference] = [
        { amount, currency: 'USDT' },
        { kind: 'subscription', id },
      ]
      await recordCall(services, call, user, { kind: 'subscription_bought', values, reference })
      const reader = { userId: user.id, now: context.now, language }
      const [subscription, balance] = [
        await subscriptionOf(db, reader),
        await balanceOf(db, user.id, context.now),
      ]
      return { subscription: subscription!, balance } // bought a line above
    }),
  ]
}
