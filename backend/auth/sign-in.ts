import { recordRefused } from '../activity/record'
import { Refusal } from '../domain/refusal'
import { refuseSuspended } from './suspension'
import { type Services } from '../services'
import { foldEmail, foldLogin, foldPhone } from './contact'
import { lockAccount } from '../db/lock-account'
import { refuseUntilReset } from './freeze-account'
import { openOrChallenge } from './open-session'
import { secondFactorRequired } from './second-factors/sign-in'
import { sendAfterAnswer } from './security-notifications'
import { wideNetworkOf } from './sign-in-origin'
import { type TokenOrigin } from './tokens'
import { type UserRow } from '../db/schema/users'
import { findByAnyName } from './users'

/**
 * Signs a user in and returns the bearer. Invariants: an unknown login and a wrong password get the same answer after
 * the same work; only a caller who knows the password learns that an account is suspended; guesses at one account count
 * together, whichever name is used; a password that was changed meanwhile is refused; no bearer is issued to an account
 * with a second factor, except to a browser that has passed one.
 * @param credentials.knowsDevice whether the account was signed in to from the caller's device
 * @throws Refusal invalid_credentials, account_suspended, password_reset_required, second_factor_required,
 * too_many_requests
 */
export async function signIn(
  services: Services,
  {
    login,
    password,
    deviceToken,
    knowsDevice,
    ...origin
  }: TokenOrigin & {
    login: string
    password: string
    deviceToken?: string
    knowsDevice: (userId: string) => Promise<boolean>
  },
): Promise<{ refreshToken: string; user: UserRow }> {
  const { db, passwords, limits, seal, log, realClock, newId } = services
  const { address } = origin
  const user = await findByAnyName(db, login)
  // A stranger in the network of its owner uses up none of the attempts of a known device.
  const network = (await knowsDevice(user?.id ?? '')) ? [address, 'known device'] : [address]
  const pair = [...network, user ? `account ${user.id}` : `name ${foldName(login)}`]
  await limits.signInByLogin.count(...pair)
  await limits.signInByAddress.count(...network)

  const good = user?.passwordHash
    ? await passwords.verify(user.passwordHash, password)
    : await passwords.verifyDummy(password)
  if (!user || !good) {
    // A fingerprint of the normalized name, as the log may hold it. Support computes the same one from a complaint.
    const who = seal.fingerprint('sign-in', foldName(login)).slice(0, 16)
    log.warn({ who, network: wideNetworkOf(address) }, 'a sign-in was refused')
    // After the answer, whose timing must not reveal who has an account.
    if (user) {
      const refused = { userId: user.id, at: realClock.now(), origin }
      services.afterAnswer.run('a record of a refused sign-in', () =>
        recordRefused(db, newId, { ...refused, kind: 'sign_in_refused' }),
      )
    }
    throw new Refusal('invalid_credentials')
  }
  refuseSuspended(user)
  const opened = await db.transaction(async (tx) => {
    const present = await lockAccount(tx, user.id)
    if (present.passwordHash !== user.passwordHash) throw new Refusal('invalid_credentials')
    refuseUntilReset(present)
    return openOrChallenge(tx, services, present, { ...origin, deviceToken })
  })
  if (opened.kind === 'challenge') throw secondFactorRequired(opened)
  sendAfterAnswer(services, opened.messages)
  await Promise.all([limits.signInByLogin.forgive(...pair), limits.signInByAddress.forgive(...network)])
  return { refreshToken: opened.refreshToken, user }
}

/** One spelling of an unknown name. */
function foldName(typed: string): string {
  return typed.includes('@') ? foldEmail(typed) : (foldPhone(typed) ?? foldLogin(typed))
}
