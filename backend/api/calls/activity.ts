import { contract } from '~/contract/index'
import { listActivity } from '../../accounts/activity-list'
import { type Handler, authenticated } from '../handler'
import { type Services } from '../../services'

/** What was done in the caller's account. */
export function activityCalls({ timeZone }: Services): Handler[] {
  return [
    authenticated(contract.activity.list, ({ db, query }, { user }) =>
      listActivity(db, { userId: user.id, timeZone }, query),
    ),
  ]
}
