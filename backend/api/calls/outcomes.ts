import { contract } from '~/contract/index'
import { type Handler, authenticated, publicHandler } from '../handler'
import { keptAnswer } from '../../idempotency/keep-answer'
import { outcomeOf } from '../../idempotency/outcome'
import { type Services } from '../../services'

/** What became of a call whose answer did not arrive. */
export function outcomeCalls({ db, realClock }: Services): Handler[] {
  return [
    authenticated(contract.outcomes.one, ({ params: { key } }, { user }) =>
      outcomeOf(db, { userId: user.id, key, now: realClock.now() }),
    ),
    publicHandler(contract.answers.one, ({ body: { key } }) => keptAnswer(db, { key, now: realClock.now() })),
  ]
}
