import { Refusal } from '../domain/refusal'
import { refuseSuspended } from '../http/access'
import { type Services } from '../services'
import { foldLogin } from './contact'
import { type UserRow } from './tokens'
import { findByAnyName } from './users'

/**
 * Finds who signs in. What must stay true: an unknown login and a wrong password are told by the same words after the
 * same work; that an account is suspended is told only to one who knows its password.
 * @throws Refusal invalid_credentials, account_suspended, too_many_requests
 */
export async function signIn(
  { db, passwords, limits }: Services,
  { login, password, address }: { login: string; password: string; address: string },
): Promise<UserRow> {
  const pair = `${address} ${foldLogin(login)}`
  await limits.signInByLogin.count(pair)
  await limits.signInByAddress.count(address)

  const user = await findByAnyName(db, login)
  const good = user?.passwordHash
    ? await passwords.verify(user.passwordHash, password)
    : await passwords.verifyNobody(password)
  if (!user || !good) throw new Refusal('invalid_credentials')
  await Promise.all([limits.signInByLogin.forgive(pair), limits.signInByAddress.forgive(address)])
  refuseSuspended(user)
  return user
}
