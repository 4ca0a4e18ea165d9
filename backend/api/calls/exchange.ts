import { contract } from '~/contract/index'
import { balanceOf } from '../../funds/balance'
import { exchange } from '../../funds/exchanges'
import { buySubscription, subscriptionOf } from '../../funds/subscriptions'
import { Refusal } from '../../domain/refusal'
import { type Handler, authenticated } from '../handler'
import { type Services } from '../../services'
import { contextOf } from './funds-context'

/** Uses of the balance itself: exchanges and subscriptions. */
export function exchangeCalls(services: Services): Handler[] {
  return [
    authenticated(contract.user.exchange, async ({ db, body }, { user }) => {
      const context = contextOf(services)
      const { rateId } = body
      if (rateId === undefined) throw Refusal.ofField('rateId', 'required')
      const done = await exchange(db, context, { userId: user.id, ...body, rateId })
      return { exchange: done, balance: await balanceOf(db, user.id, context.now) }
    }),

    authenticated(contract.user.subscription, async ({ db, body, language }, { user }) => {
      const context = contextOf(services)
      await buySubscription(db, context, { userId: user.id, ...body })
      const reader = { userId: user.id, now: context.now, language }
      const [subscription, balance] = [
        await subscriptionOf(db, reader),
        await balanceOf(db, user.id, context.now),
      ]
      return { subscription: subscription!, balance } // bought a line above
    }),
  ]
}
