import { contract } from '~/contract/index'
import { safetyOf } from '../../funds/withdrawal-safety'
import { type Handler, authenticated } from '../handler'
import { type Services } from '../../services'

/** Whether an investor can withdraw now. */
export function withdrawalSafetyCalls({ db, productClock }: Services): Handler[] {
  return [
    authenticated(contract.withdrawalSafety.read, (_request, { user }) =>
      safetyOf(db, { userId: user.id, now: productClock.now() }),
    ),
  ]
}
