import { type UserRow } from '../../db/schema/users'
import { Refusal } from '../../domain/refusal'
import { type Services } from '../../services'
import { refuseUntilReset } from '../freeze-account'
import { openSession } from '../open-session'
import { placeOf } from '../sign-in-origin'
import { refuseSuspended } from '../suspension'
import { type TokenOrigin } from '../tokens'
import { findChallenge, useChallenge } from './challenges'
import { proveFactor } from './prove-factor'
import { steppedUpUntil } from './step-up'
import { trustDevice } from './trusted-devices'

/**
 * Ends a sign-in by its second factor. The browser is trusted from then on, and the bearer counts as stepped up: the
 * same code was typed at the same place this very moment, and would not be accepted once more.
 * @throws Refusal factor_challenge_expired, factor_code_invalid, account_suspended, password_reset_required,
 * too_many_requests
 */
export async function signInByFactor(
  services: Services,
  { challenge, code, address, device }: TokenOrigin & { challenge: string; code: string },
): Promise<{ refreshToken: string; deviceToken: string; user: UserRow }> {
  const { db, limits, newId, realClock } = services
  await limits.signInByAddress.count(address)
  const { id, userId } = await findChallenge(db, { challenge, now: realClock.now() })
  const origin = { userId, bearerId: id, address, device }
  const signedIn = await proveFactor(services, { ...origin, code }, async (tx, user) => {
    const now = realClock.now()
    await useChallenge(tx, { id, user, now })
    refuseSuspended(user)
    refuseUntilReset(user)
    const trustedDeviceId = newId()
    const deviceToken = await trustDevice(tx, { id: trustedDeviceId, userId, device, now })
    const steppedUp = { until: steppedUpUntil(now), place: placeOf({ address, device }) }
    const opened = await openSession(tx, services, user, { address, device, trustedDeviceId, steppedUp })
    return {
      result: { refreshToken: opened.refreshToken, deviceToken, user },
      messages: opened.messages,
    }
  })
  await limits.signInByAddress.forgive(address)
  return signedIn
}

/** The answer to a sign-in that has passed the password. */
export const secondFactorRequired = ({ challenge, methods }: { challenge: string; methods: string }) =>
  new Refusal('second_factor_required', { params: { challenge, methods } })
