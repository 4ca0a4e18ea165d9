import { contract } from '~/contract/index'
import { listPaymentSystems } from '../../funds/payment-systems'
import { listPlans } from '../../funds/plans'
import { paysNoFee } from '../../funds/subscriptions'
import { type Handler, publicHandler, publicOptionalAuth } from '../handler'
import { type Services } from '../../services'

/** What can be opened and how money comes in and goes out, with bounds at the present rates. */
export function planCalls({ db, productClock }: Services): Handler[] {
  return [
    publicHandler(contract.settings.plans, async ({ language }) => ({
      items: await listPlans(db, { now: productClock.now(), language }),
    })),

    publicOptionalAuth(contract.settings.paymentSystems, async (_, caller) => {
      const now = productClock.now()
      const isFree = caller !== null && (await paysNoFee(db, caller.user.id, now))
      return { items: await listPaymentSystems(db, { now, isFree }) }
    }),
  ]
}
