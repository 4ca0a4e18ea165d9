import { recordActivity } from '../activity/record'
import { type Db } from '../db/connect'
import { type UserRow } from '../db/schema/users'
import { type Services } from '../services'
import { notifyOfAbsence } from './long-absence'
import { issueChallenge } from './second-factors/challenges'
import { factorMethodsOf } from './second-factors/factors'
import { removeDueFactors } from './second-factors/lost-factors'
import { trustedDeviceOf } from './second-factors/trusted-devices'
import { notifyOfSignIn } from './security-notifications'
import { type TokenOptions, type TokenOrigin, issueToken } from './tokens'

/** What a sign-in that may not need a second factor comes to. */
export type Opened =
  | { kind: 'open'; refreshToken: string; messages: string[] }
  /** For `second_factor_required`. */
  | { kind: 'challenge'; challenge: string; methods: string }

/**
 * Opens a session, or makes the challenge of an account with a second factor, unless the browser has passed one before or
 * the planned removal of lost factors is due.
 * @param user as locked by the caller, who has checked the password or its equivalent
 */
export async function openOrChallenge(
  tx: Db,
  services: Services,
  user: UserRow,
  { deviceToken, ...origin }: TokenOrigin & { deviceToken: string | undefined },
): Promise<Opened> {
  const { newId, realClock } = services
  const now = realClock.now()
  const removed = await removeDueFactors(tx, services, user, origin)
  const methods = await factorMethodsOf(tx, user.id)
  const trusted =
    methods === null ? null : await trustedDeviceOf(tx, { userId: user.id, token: deviceToken, now })
  if (methods !== null && trusted === null)
    return { kind: 'challenge', challenge: await issueChallenge(tx, { id: newId(), user, now }), methods }
  const opened = await openSession(tx, services, user, { ...origin, trustedDeviceId: trusted })
  return { kind: 'open', ...opened, messages: [...removed, ...opened.messages] }
}

/** Opens a session and notifies its owner where the place is new. Returns the bearer and the messages to send. */
export async function openSession(
  tx: Db,
  services: Services,
  user: UserRow,
  { address, device, ...options }: TokenOrigin & TokenOptions,
): Promise<{ refreshToken: string; messages: string[] }> {
  const { newId, realClock, productClock } = services
  const now = realClock.now()
  await notifyOfAbsence(tx, user, { realNow: now, now: productClock.now(), newId })
  const origin = { address, device }
  await recordActivity(tx, newId, { userId: user.id, at: now, kind: 'signed_in', origin })
  return {
    messages: await notifyOfSignIn(tx, services, user, { address, device }),
    refreshToken: await issueToken(tx, { id: newId(), userId: user.id, now, address, device, ...options }),
  }
}
