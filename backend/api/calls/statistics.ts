import { contract } from '~/contract/index'
import { type Handler, authenticated } from '../handler'
import { type Services } from '../../services'
import { statisticsOf } from '../../statistics/statistics'

/** How an investor's money has gone, day by day. */
export function statisticsCalls({ productClock, timeZone }: Services): Handler[] {
  return [
    authenticated(contract.user.statistics, ({ db, query: { days } }, { user }) =>
      statisticsOf(db, { userId: user.id, now: productClock.now(), timeZone, days }),
    ),
  ]
}
