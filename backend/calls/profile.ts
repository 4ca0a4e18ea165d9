import { eq } from 'drizzle-orm'
import { contract } from '~/contract'
import { changePassword } from '../accounts/change-password'
import { changeProfile } from '../accounts/change-profile'
import { findByLogin, inviterOf, showUser } from '../accounts/users'
import { users } from '../db/schema/users'
import { type BuiltCall, forAnyone, forCaller } from '../http/built-call'
import { type Services } from '../services'

/** The account itself: contact data, password, and what others may know of a login. */
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

    forAnyone(contract.user.referral, async ({ params: { login } }) => {
      const found = await findByLogin(db, login)
      if (found?.role !== 'investor') {
        return { login, exists: false, inviter: null, rank: null, registeredAt: null }
      }
      return {
        login: found.login,
        exists: true,
        inviter: await inviterOf(db, found),
        rank: found.rank,
        registeredAt: found.registeredAt.toISOString(),
      }
    }),
  ]
}
