import { contract } from '~/contract/index'
import { noteSignIn } from '../../accounts/traces'
import { addPasskey, addPasskeyOptions } from '../../auth/passkeys/add-passkey'
import { relyingPartyOf } from '../../auth/passkeys/relying-party'
import { passkeySignInOptions, signInByPasskey } from '../../auth/passkeys/sign-in'
import { passkeyStepUpOptions, stepUpByPasskey } from '../../auth/passkeys/step-up'
import { showUser } from '../../auth/users'
import { type Services } from '../../services'
import { type Handler, authenticated, publicHandler } from '../handler'

/** Passkeys; none where browsers would have none, or the app's address is not known. */
export function passkeyCalls(services: Services): Handler[] {
  const { db, productClock, publicUrl } = services
  const relyingParty = relyingPartyOf(publicUrl)
  if (!relyingParty) return []
  const context = { services, relyingParty }
  const { passkeys } = contract
  return [
    publicHandler(passkeys.signInOptions, async () => ({ options: await passkeySignInOptions(context) })),

    publicHandler(passkeys.signIn, async ({ body, address, device, deviceId, language }) => {
      const { user, ...secrets } = await signInByPasskey(context, { ...body, address, device })
      await noteSignIn(services, { userId: user.id, address, deviceId })
      return { ...secrets, user: await showUser(db, user, language, productClock.now()) }
    }),

    authenticated(passkeys.addOptions, async ({ body, address, device }, caller) => ({
      options: await addPasskeyOptions(context, { ...body, address, device, caller }),
    })),

    authenticated(passkeys.add, ({ body, address, device }, caller) =>
      addPasskey(context, { ...body, address, device, caller }),
    ),

    authenticated(passkeys.stepUpOptions, async (_request, caller) => ({
      options: await passkeyStepUpOptions(context, caller),
    })),

    authenticated(passkeys.stepUp, async ({ body, address, device }, caller) => ({
      until: (await stepUpByPasskey(context, { ...body, address, device, caller })).toISOString(),
    })),
  ]
}
