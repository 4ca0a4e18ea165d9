import { contract } from '~/contract/index'
import { noteSignIn } from '../../accounts/traces'
import { removeFactor, renameFactor, renewCodes } from '../../auth/second-factors/change-factors'
import { addTotp, confirmTotp } from '../../auth/second-factors/enrol-totp'
import { factorView, factorsOf, isFactorRequired } from '../../auth/second-factors/factors'
import { reportLostFactors } from '../../auth/second-factors/lost-factors'
import { recoveryCodesLeft } from '../../auth/second-factors/recovery-codes'
import { signInByFactor } from '../../auth/second-factors/sign-in'
import { stepUp } from '../../auth/second-factors/step-up'
import { showUser } from '../../auth/users'
import { type Services } from '../../services'
import { type Handler, authenticated, publicHandler } from '../handler'

/** Second factors: the other half of a sign-in, step-up, and the owner's list of them. */
export function secondFactorCalls(services: Services): Handler[] {
  const { db, productClock } = services
  const { secondFactors } = contract
  return [
    publicHandler(secondFactors.signIn, async ({ body, address, device, deviceId, language }) => {
      const { user, ...secrets } = await signInByFactor(services, { ...body, address, device })
      await noteSignIn(services, { userId: user.id, address, deviceId })
      return { ...secrets, user: await showUser(db, user, language, productClock.now()) }
    }),

    publicHandler(secondFactors.reportLost, async ({ body }) => {
      await reportLostFactors(services, body)
      return {}
    }),

    authenticated(secondFactors.list, async (_request, { user }) => ({
      items: (await factorsOf(db, user.id)).map(factorView),
      recoveryCodesLeft: await recoveryCodesLeft(db, user.id),
      required: isFactorRequired(user, services),
      removalAt: user.factorRemovalAt?.toISOString() ?? null,
    })),

    authenticated(secondFactors.addTotp, ({ body, address, device }, caller) =>
      addTotp(services, { ...body, address, device, caller }),
    ),

    authenticated(secondFactors.confirmTotp, async ({ params, body, address, device }, caller) => ({
      recoveryCodes: await confirmTotp(services, { ...params, ...body, address, device, caller }),
    })),

    authenticated(secondFactors.rename, async ({ params, body, address, device }, caller) => {
      await renameFactor(services, { ...params, ...body, address, device, caller })
      return {}
    }),

    authenticated(secondFactors.remove, async ({ params, address, device }, caller) => {
      await removeFactor(services, { ...params, address, device, caller })
      return {}
    }),

    authenticated(secondFactors.renewRecoveryCodes, async ({ address, device }, caller) => ({
      recoveryCodes: await renewCodes(services, { address, device, caller }),
    })),

    authenticated(secondFactors.stepUp, async ({ body, address, device }, caller) => ({
      until: (await stepUp(services, { ...body, address, device, caller })).toISOString(),
    })),
  ]
}
