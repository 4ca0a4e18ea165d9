import { eq } from 'drizzle-orm'
import { contract } from '~/contract'
import { changePassword } from '../accounts/change-password'
import { changeProfile } from '../accounts/change-profile'
import { showUser } from '../accounts/users'
import { users } from '../db/schema/users'
import { type BuiltCall, forCaller } from '../http/built-call'
import { type Services } from '../services'

/** The account itself: contact data and password. */
export function profileCalls(services: Services): BuiltCall[] {
  const { db, productClock } = services
  return [
    forCaller(contract.user.profile, async ({ body, language }, { user }) => {
      await changeProfile(services, user, body)
      const [changed = user] = await db.select().from(users).where(eq(users.id, user.id))
      return { user: await showUser(db, changed, language, productClock.now()) }
    }),

    forCaller(contract.user.password, async ({ body, address, device }, { user }) => ({
      refreshToken: await changePassword(services, user, { ...body, address, device }),
    })),
  ]
}
