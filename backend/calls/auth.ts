import { eq } from 'drizzle-orm'
import { contract } from '~/contract'
import { refuseEarlyResend, resendAfterSeconds, spendCode } from '../accounts/phone-codes'
import { register } from '../accounts/register'
import { postCode, sendCode } from '../accounts/send-code'
import { signIn } from '../accounts/sign-in'
import { issueToken } from '../accounts/tokens'
import { showUser } from '../accounts/users'
import { users } from '../db/schema/users'
import { Refusal } from '../domain/refusal'
import { type BuiltCall, forAnyone, forCaller } from '../http/built-call'
import { type Services } from '../services'

/** Signing in, registering, confirming the phone. */
export function authCalls(services: Services): BuiltCall[] {
  const { db, realClock, productClock, newId } = services
  return [
    forAnyone(contract.auth.login, async ({ body, address, device, language }) => {
      const user = await signIn(services, { ...body, address })
      const refreshToken = await issueToken(db, {
        id: newId(),
        userId: user.id,
        now: realClock.now(),
        device,
        address,
      })
      return { refreshToken, user: await showUser(db, user, language, productClock.now()) }
    }),

    forAnyone(contract.auth.register, async ({ params, body, address, device, language }) => {
      const { refreshToken, user } = await register(services, { ...params, ...body, address, device })
      return { refreshToken, user: await showUser(db, user, language, productClock.now()) }
    }),

    forCaller(contract.auth.confirmPhone, async ({ body, language }, { user }) => {
      if (user.phoneConfirmedAt) return { user: await showUser(db, user, language, productClock.now()) }
      const { id: userId, phone } = user
      if (!phone) throw new Refusal('code_expired', { field: 'code' })
      await spendCode(db, { userId, phone }, body.code, realClock.now())
      const [confirmed = user] = await db
        .update(users)
        .set({ phoneConfirmedAt: productClock.now() })
        .where(eq(users.id, userId))
        .returning()
      return { user: await showUser(db, confirmed, language, productClock.now()) }
    }),

    forCaller(contract.auth.resendCode, async (_asked, { user }) => {
      const { id, phone, language } = user
      if (!phone || user.phoneConfirmedAt) throw new Refusal('forbidden')
      const code = await db.transaction(async (tx) => {
        await refuseEarlyResend(tx, { userId: id, phone }, realClock.now())
        return postCode(tx, { id, phone, language }, services)
      })
      if (!(await sendCode(code, services))) throw new Refusal('code_not_sent')
      return { resendAfter: resendAfterSeconds, expiresAt: code.expiresAt.toISOString() }
    }),
  ]
}
