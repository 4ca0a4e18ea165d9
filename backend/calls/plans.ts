import { contract } from '~/contract'
import { listPaymentSystems } from '../funds/payment-systems'
import { listPlans } from '../funds/plans'
import { type BuiltCall, forAnyone } from '../http/built-call'
import { type Services } from '../services'

/** What can be opened and how money comes in and goes out, with bounds at the present rates. */
export function planCalls({ db, productClock }: Services): BuiltCall[] {
  return [
    forAnyone(contract.settings.plans, async ({ language }) => ({
      items: await listPlans(db, { now: productClock.now(), language }),
    })),

    forAnyone(contract.settings.paymentSystems, async () => ({
      items: await listPaymentSystems(db, productClock.now()),
    })),
  ]
}
