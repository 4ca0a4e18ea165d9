import { contract } from '~/contract/index'
import { notifyOfSentWithdrawal } from '../../auth/security-notifications'
import { replaceDueContacts } from '../../auth/replace-contacts'
import { dayMs } from '../../clock'
import { fictitiousTransfer } from '../../demo/transfers'
import { walkUntil } from '../../demo/rates'
import { completePayment, rejectPayment, reviewPayment } from '../../funds/payment-decisions'
import { paymentView } from '../../funds/payment-list'
import { refuseResting } from '../../funds/withdrawal-safety'
import { refillOf } from '../../funds/refill-list'
import { creditRefill } from '../../funds/refills'
import { type Handler, publicHandler, authenticated } from '../handler'
import { advance, isMoving } from '../../jobs/demo-clock'
import { type Services } from '../../services'
import { contextOf } from './funds-context'

/** A demonstration's roles: the passing of days, the sender of a transfer, the administrator. */
export function demoCalls(services: Services): Handler[] {
  const { db, productClock } = services
  async function clockState() {
    const [now, { offsetDays }] = [productClock.now(), productClock]
    return { now: now.toISOString(), offsetDays, moving: await isMoving(db) }
  }
  return [
    publicHandler(contract.demo.time, clockState),

    authenticated(contract.demo.clock, async ({ body: { days, from } }) => {
      // The days to come have their rates before they begin.
      await walkUntil(db, new Date(productClock.now().getTime() + (days + 1) * dayMs))
      const contextAt = (now: Date) => ({ ...contextOf(services), now })
      const also = () => replaceDueContacts(services)
      await advance(db, { clock: productClock, days, from, timeZone: services.timeZone, contextAt, also })
      return clockState()
    }),

    authenticated(contract.demo.payRefill, async ({ params: { id }, language }, { user }) => {
      const context = contextOf(services)
      const transfer = {
        refillId: id,
        userId: user.id,
        by: 'demo',
        transactionHash: fictitiousTransfer(id),
      } as const
      await db.transaction((tx) => creditRefill(tx, context, transfer))
      return { refill: await refillOf(db, { userId: user.id, now: context.now, language }, id) }
    }),

    authenticated(contract.demo.decidePayment, async ({ params: { id }, body, language }, { user }) => {
      const context = contextOf(services)
      const which = { paymentId: id, userId: user.id }
      const payment = await db.transaction(async (tx) => {
        switch (body.decision) {
          case 'review':
            return reviewPayment(tx, context, which)
          case 'complete': {
            const transactionHash = fictitiousTransfer(id)
            // The day that a new wallet rests is played too; what the account's own changes started is not.
            await refuseResting(tx, { userId: user.id, restsUntil: null }, context.now)
            const completed = await completePayment(tx, context, { ...which, transactionHash })
            await notifyOfSentWithdrawal(tx, services, id)
            return completed
          }
          case 'reject':
            return rejectPayment(tx, context, { ...which, reason: body.reason || null })
        }
      })
      return { payment: paymentView(payment, language) }
    }),
  ]
}
