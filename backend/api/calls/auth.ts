import { contract } from '~/contract/index'
import { confirmPhone } from '../../auth/confirm-phone'
import { lockAccount } from '../../db/lock-account'
import { refuseEarlyResend, resendAfterSeconds } from '../../auth/phone-codes'
import { register } from '../../auth/register'
import { postCode, sendCode } from '../../auth/send-code'
import { signIn } from '../../auth/sign-in'
import { signInByTelegram } from '../../auth/telegram-sign-in'
import { isSignInDevice, noteSignIn } from '../../accounts/traces'
import { showUser } from '../../auth/users'
import { Refusal } from '../../domain/refusal'
import { type Handler, publicHandler, authenticated } from '../handler'
import { type Services } from '../../services'

/** Signing in, registering, confirming the phone. */
export function authCalls(services: Services): Handler[] {
  const { db, realClock, productClock } = services
  return [
    publicHandler(contract.auth.login, async ({ body, address, device, deviceId, language }) => {
      const knowsDevice = (userId: string) => isSignInDevice(services, { userId, deviceId })
      const { refreshToken, user } = await signIn(services, { ...body, address, device, knowsDevice })
      await noteSignIn(services, { userId: user.id, address, deviceId })
      return { refreshToken, user: await showUser(db, user, language, productClock.now()) }
    }),

    publicHandler(contract.auth.register, async ({ params, body, address, device, deviceId, language }) => {
      const { refreshToken, user } = await register(services, { ...params, ...body, address, device })
      await noteSignIn(services, { userId: user.id, address, deviceId })
      return { refreshToken, user: await showUser(db, user, language, productClock.now()) }
    }),

    publicHandler(contract.auth.telegram, async ({ params, body, address, device, deviceId, language }) => {
      const { deviceToken, ...fields } = body
      const request = { fields, deviceToken, inviter: params.login, language, address, device }
      const { refreshToken, user } = await signInByTelegram(services, request)
      await noteSignIn(services, { userId: user.id, address, deviceId })
      return { refreshToken, user: await showUser(db, user, language, productClock.now()) }
    }),

    authenticated(contract.auth.confirmPhone, async ({ body, language }, { user }) => {
      const confirmed = await confirmPhone(services, user, body.code)
      return { user: await showUser(db, confirmed, language, productClock.now()) }
    }),

    authenticated(contract.auth.resendCode, async ({ address }, caller) => {
      const code = await db.transaction(async (tx) => {
        const { id, phone, phoneConfirmedAt, language } = await lockAccount(tx, caller.user.id)
        if (!phone || phoneConfirmedAt) throw new Refusal('forbidden')
        await refuseEarlyResend(tx, id, realClock.now())
        return postCode(tx, { id, phone, language, from: address }, services)
      })
      if (!(await sendCode(code, services))) throw new Refusal('code_not_sent')
      return { resendAfter: resendAfterSeconds, expiresAt: code.expiresAt.toISOString() }
    }),
  ]
}
