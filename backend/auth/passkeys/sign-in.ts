import { lockAccount } from '../../db/lock-account'
import { type UserRow } from '../../db/schema/users'
import { refuseUntilReset } from '../freeze-account'
import { openSession } from '../open-session'
import { cancelFactorRemoval } from '../second-factors/lost-factors'
import { steppedUpUntil } from '../second-factors/step-up'
import { trustDevice } from '../second-factors/trusted-devices'
import { sendAfterAnswer } from '../security-notifications'
import { placeOf } from '../sign-in-origin'
import { refuseSuspended } from '../suspension'
import { type TokenOrigin } from '../tokens'
import { newPasskeyChallenge } from './challenges'
import { type PasskeyContext, usePasskey, verifyPasskey } from './credentials'

/** @returns `PublicKeyCredentialRequestOptionsJSON`, as text: for any passkey of this product */
export async function passkeySignInOptions({ services, relyingParty }: PasskeyContext): Promise<string> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  const options = await generateAuthenticationOptions({
    rpID: relyingParty.id,
    userVerification: 'required',
    challenge: newPasskeyChallenge(services, { purpose: 'sign-in', holderId: null }),
  })
  return JSON.stringify(options)
}

/**
 * Signs in by a passkey alone, which is a device and what its owner knows or is. The browser is trusted from then on, and
 * the bearer counts as stepped up, as after any second factor.
 * @throws Refusal passkey_invalid, account_suspended, password_reset_required, too_many_requests
 */
export async function signInByPasskey(
  context: PasskeyContext,
  { credential, address, device }: TokenOrigin & { credential: string },
): Promise<{ refreshToken: string; deviceToken: string; user: UserRow }> {
  const { services } = context
  const { db, limits, newId, realClock } = services
  await limits.signInByAddress.count(address)
  const proved = await verifyPasskey(context, credential, { purpose: 'sign-in', holderId: null })
  const { messages, ...signedIn } = await db.transaction(async (tx) => {
    const now = realClock.now()
    const user = await lockAccount(tx, proved.factor.userId)
    await usePasskey(tx, services, proved)
    refuseSuspended(user)
    refuseUntilReset(user)
    const kept = await cancelFactorRemoval(tx, services, user)
    const trustedDeviceId = newId()
    const deviceToken = await trustDevice(tx, { id: trustedDeviceId, userId: user.id, device, now })
    const steppedUp = { until: steppedUpUntil(now), place: placeOf({ address, device }) }
    const opened = await openSession(tx, services, user, { address, device, trustedDeviceId, steppedUp })
    return {
      ...{ refreshToken: opened.refreshToken, deviceToken, user },
      messages: [...kept, ...opened.messages],
    }
  })
  sendAfterAnswer(services, messages)
  await limits.signInByAddress.forgive(address)
  return signedIn
}
