import { type FundsContext } from '../../funds/context'
import { type Services } from '../../services'

/** The surroundings of a use case of money that runs now. */
export function contextOf({
  productClock,
  realClock,
  newId,
  demo,
  lowAddresses,
  makeInvoice,
}: Services): FundsContext {
  const present = () => productClock.now()
  return { now: present(), present, realNow: realClock.now(), newId, demo, lowAddresses, makeInvoice }
}
