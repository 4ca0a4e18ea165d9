import { eq } from 'drizzle-orm'
import { contract } from '~/contract/index'
import { changePassword } from '../../auth/change-password'
import { hintOf, setMailPhrase } from '../../accounts/mail-phrase'
import { changeProfile } from '../../accounts/change-profile'
import { showUser } from '../../auth/users'
import { users } from '../../db/schema/users'
import { type Handler, authenticated } from '../handler'
import { type Services } from '../../services'

/** The account itself: contact data, password, and the phrase of its mails. */
export function profileCalls(services: Services): Handler[] {
  const { db, productClock } = services
  return [
    authenticated(contract.user.profile, async ({ body, address, device, language }, caller) => {
      const { user } = caller
      await changeProfile(services, caller, { address, device, change: body })
      const [changed = user] = await db.select().from(users).where(eq(users.id, user.id))
      return { user: await showUser(db, changed, language, productClock.now()) }
    }),

    authenticated(contract.ownUser.read, async ({ language }, { user }) => ({
      user: await showUser(db, user, language, productClock.now()),
    })),

    authenticated(contract.mailPhrase.read, (_request, { user }) => Promise.resolve({ hint: hintOf(user) })),

    authenticated(contract.mailPhrase.set, async ({ body, address, device }, caller) => ({
      hint: await setMailPhrase(services, { ...body, address, device, caller }),
    })),

    authenticated(contract.user.password, async ({ body, address, device }, caller) => ({
      refreshToken: await changePassword(services, caller, { ...body, address, device }),
    })),
  ]
}
