import { contract } from '~/contract/index'
import { removeView, saveView, viewsOf } from '../../operator/saved-views'
import { type Services } from '../../services'
import { type Handler, authenticated } from '../handler'
import { operatorContextOf } from './operator-context'

/** The views of queues that each operator keeps. */
export function operatorViewCalls(services: Services): Handler[] {
  const { db } = services
  return [
    authenticated(contract.operator.savedViews, (_request, { user }) => viewsOf(db, user.id)),

    authenticated(contract.operator.saveView, async ({ body }, caller) => {
      const operator = operatorContextOf(services, caller)
      await db.transaction((tx) => saveView(tx, operator, caller.user.id, body))
      return viewsOf(db, caller.user.id)
    }),

    authenticated(contract.operator.removeView, async ({ params: { id } }, caller) => {
      const operator = operatorContextOf(services, caller)
      await db.transaction((tx) => removeView(tx, operator, caller.user.id, id))
      return viewsOf(db, caller.user.id)
    }),
  ]
}
