import { contract } from '~/contract/index'
import { freezeAccount } from '../../auth/freeze-account'
import { eventOfNotification, eventOfToken, eventView } from '../../auth/security-events'
import { type Handler, authenticated, publicHandler } from '../handler'
import { type Services } from '../../services'

/** "This was not me", by the link of a message and from a notification in the cabinet. */
export function notMeCalls(services: Services): Handler[] {
  const { db, realClock } = services
  return [
    publicHandler(contract.notMe.read, async ({ params, language }) =>
      eventView(await eventOfToken(db, params.token), language, realClock.now()),
    ),

    publicHandler(contract.notMe.report, async ({ params, language }) => {
      const event = await freezeAccount(services, await eventOfToken(db, params.token))
      return eventView(event, language, realClock.now())
    }),

    authenticated(contract.notMe.readOwn, async ({ params, language }, { user }) =>
      eventView(
        await eventOfNotification(db, { userId: user.id, notificationId: params.id }),
        language,
        realClock.now(),
      ),
    ),

    authenticated(contract.notMe.reportOwn, async ({ params, language }, { user }) => {
      const own = await eventOfNotification(db, { userId: user.id, notificationId: params.id })
      return eventView(await freezeAccount(services, own), language, realClock.now())
    }),
  ]
}
