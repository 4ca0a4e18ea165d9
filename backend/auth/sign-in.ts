import { Refusal } from '../domain/refusal'
import { refuseSuspended } from './suspension'
import { type Services } from '../services'
import { foldEmail, foldLogin, foldPhone } from './contact'
import { lockAccount } from '../db/lock-account'
import { notifyOfAbsence } from './long-absence'
import { sendAfterAnswer, notifyOfSignIn } from './security-notifications'
import { wideNetworkOf } from './sign-in-origin'
import { type TokenOrigin, issueToken } from './tokens'
import { type UserRow } from '../db/schema/users'
import { findByAnyName } from './users'

/**
 * Signs a user in and returns the bearer. Invariants: an unknown login and a wrong password get the same answer after
 * the same work; only a caller who knows the password learns that an account is suspended; guesses at one account count
 * together, whichever name is used; a password that was changed meanwhile is refused.
 * @throws Refusal invalid_credentials, account_suspended, too_many_requests
 */
export async function signIn(
  services: Services,
  { login, password, address, device }: TokenOrigin & { login: string; password: string },
): Promise<{ refreshToken: string; user: UserRow }> {
  const { db, passwords, limits, realClock, productClock, newId, seal, log } = services
  const user = await findByAnyName(db, login)
  const pair = [address, user ? `account ${user.id}` : `name ${foldName(login)}`]
  await limits.signInByLogin.count(...pair)
  await limits.signInByAddress.count(address)

  const good = user?.passwordHash
    ? await passwords.verify(user.passwordHash, password)
    : await passwords.verifyDummy(password)
  if (!user || !good) {
    // A fingerprint of the normalized name, as the log may hold it. Support computes the same one from a complaint.
    const who = seal.fingerprint('sign-in', foldName(login)).slice(0, 16)
    log.warn({ who, network: wideNetworkOf(address) }, 'a sign-in was refused')
    throw new Refusal('invalid_credentials')
  }
  refuseSuspended(user)
  const { refreshToken, messages } = await db.transaction(async (tx) => {
    const present = await lockAccount(tx, user.id)
    if (present.passwordHash !== user.passwordHash) throw new Refusal('invalid_credentials')
    await notifyOfAbsence(tx, present, { realNow: realClock.now(), now: productClock.now(), newId })
    return {
      messages: await notifyOfSignIn(tx, services, present, { address, device }),
      refreshToken: await issueToken(tx, {
        id: newId(),
        userId: user.id,
        now: realClock.now(),
        address,
        device,
      }),
    }
  })
  sendAfterAnswer(services, messages)
  await Promise.all([limits.signInByLogin.forgive(...pair), limits.signInByAddress.forgive(address)])
  return { refreshToken, user }
}

/** One spelling of an unknown name. */
function foldName(typed: string): string {
  return typed.includes('@') ? foldEmail(typed) : (foldPhone(typed) ?? foldLogin(typed))
}
