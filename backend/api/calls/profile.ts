import { eq } from 'drizzle-orm'
import { contract } from '~/contract/index'
import { changePassword } from '../../auth/change-password'
import { changeProfile } from '../../accounts/change-profile'
import { showUser } from '../../auth/users'
import { users } from '../../db/schema/users'
import { type Handler, authenticated } from '../handler'
import { type Services } from '../../services'

/** The account itself: contact data and password. */
export function profileCalls(services: Services): Handler[] {
  const { db, productClock } = services
  return [
    authenticated(contract.user.profile, async ({ body, address, language }, { user }) => {
      await changeProfile(services, user, { address, change: body })
      const [changed = user] = await db.select().from(users).where(eq(users.id, user.id))
      return { user: await showUser(db, changed, language, productClock.now()) }
    }),

    authenticated(contract.ownUser.read, async ({ language }, { user }) => ({
      user: await showUser(db, user, language, productClock.now()),
    })),

    authenticated(contract.user.password, async ({ body, address, device }, { user }) => ({
      refreshToken: await changePassword(services, user, { ...body, address, device }),
    })),
  ]
}
