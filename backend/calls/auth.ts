import { contract } from '~/contract'
import { confirmPhone } from '../accounts/confirm-phone'
import { lockAccount } from '../accounts/lock-account'
import { refuseEarlyResend, resendAfterSeconds } from '../accounts/phone-codes'
import { register } from '../accounts/register'
import { postCode, sendCode } from '../accounts/send-code'
import { signIn } from '../accounts/sign-in'
import { signInByTelegram } from '../accounts/telegram-sign-in'
import { noteSignIn } from '../accounts/traces'
import { showUser } from '../accounts/users'
import { Refusal } from '../domain/refusal'
import { type Handler, publicHandler, authenticated } from '../http/handler'
import { type Services } from '../services'

/** Signing in, registering, confirming the phone. */
export function authCalls(services: Services): Handler[] {
  const { db, realClock, productClock } = services
  return [
    publicHandler(contract.auth.login, async ({ body, address, device, deviceId, language }) => {
      const { refreshToken, user } = await signIn(services, { ...body, address, device })
      await noteSignIn(services, { userId: user.id, address, deviceId })
      return { refreshToken, user: await showUser(db, user, language, productClock.now()) }
    }),

    publicHandler(contract.auth.register, async ({ params, body, address, device, deviceId, language }) => {
      const { refreshToken, user } = await register(services, { ...params, ...body, address, device })
      await noteSignIn(services, { userId: user.id, address, deviceId })
      return { refreshToken, user: await showUser(db, user, language, productClock.now()) }
    }),

    publicHandler(contract.auth.telegram, async ({ params, body, address, device, deviceId, language }) => {
      const asked = { fields: body, inviter: params.login, language, address, device }
      const { refreshToken, user } = await signInByTelegram(services, asked)
      await noteSignIn(services, { userId: user.id, address, deviceId })
      return { refreshToken, user: await showUser(db, user, language, productClock.now()) }
    }),

    authenticated(contract.auth.confirmPhone, async ({ body, language }, { user }) => {
      const confirmed = await confirmPhone(services, user, body.code)
      return { user: await showUser(db, confirmed, language, productClock.now()) }
    }),

    authenticated(contract.auth.resendCode, async (_asked, caller) => {
      const code = await db.transaction(async (tx) => {
        const { id, phone, phoneConfirmedAt, language } = await lockAccount(tx, caller.user.id)
        if (!phone || phoneConfirmedAt) throw new Refusal('forbidden')
        await refuseEarlyResend(tx, id, realClock.now())
        return postCode(tx, { id, phone, language }, services)
      })
      if (!(await sendCode(code, services))) throw new Refusal('code_not_sent')
      return { resendAfter: resendAfterSeconds, expiresAt: code.expiresAt.toISOString() }
    }),
  ]
}
