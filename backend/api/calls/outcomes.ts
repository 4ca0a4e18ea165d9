import { contract } from '~/contract/index'
import { type Handler, authenticated } from '../handler'
import { outcomeOf } from '../../idempotency/outcome'
import { type Services } from '../../services'

/** The outcome of a keyed call whose answer did not arrive. */
export function outcomeCalls({ db, realClock }: Services): Handler[] {
  return [
    authenticated(contract.outcomes.one, ({ params: { key } }, { user }) =>
      outcomeOf(db, { userId: user.id, key, now: realClock.now() }),
    ),
  ]
}
