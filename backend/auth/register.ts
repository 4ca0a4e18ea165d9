import { recordActivity } from '../activity/record'
import { users } from '../db/schema/users'
import { Refusal } from '../domain/refusal'
import { type Language } from '~/contract/languages'
import { NewLogin } from '~/contract/values'
import { lockInviters } from '../funds/investors'
import { type Services } from '../services'
import { refuseTakenEmail } from './confirm-email'
import { foldEmail, foldPhone } from './contact'
import { isTooSimple } from './password-rules'
import { freeReserved } from './phone-codes'
import { postCode, sendCode } from './send-code'
import { refuseUnreachable } from './reachable-phone'
import { siteOf } from '~/formats/network'
import { countTaken, refusalOfTaken } from './taken'
import { type TokenOrigin, issueToken } from './tokens'
import { type UserRow } from '../db/schema/users'
import { findByLogin } from './users'

/**
 * A new investor. Invariants: one account per login, confirmed e-mail and phone, in any spelling, which a constraint of
 * the database enforces and not a query before the insert; the account, its bearer and its code are made together or
 * not at all.
 */

export interface Registration extends TokenOrigin {
  login: string
  email: string
  phone: string
  password: string
  inviter?: string
  language: Language
}

/**
 * @throws Refusal login_taken, email_taken, phone_taken, inviter_unknown, password_too_simple, validation,
 * too_many_requests, network_quota
 */
export async function register(
  services: Services,
  registration: Registration,
): Promise<{ refreshToken: string; user: UserRow }> {
  const { db, newId, passwords, productClock, realClock, limits, outbox } = services
  const { login, language, address, device } = registration
  await limits.registration.count(address)
  // Before the e-mail and the number are looked up, because the refusal must not reveal whether they are taken.
  await outbox.refuseNetwork(db, address)

  const email = foldEmail(registration.email)
  const phone = foldPhone(registration.phone)
  if (!phone) throw Refusal.ofField('phone', 'phone_invalid')
  // At sign-in it would be read as a phone number.
  if (!NewLogin.safeParse(login).success || foldPhone(login)) throw Refusal.ofField('login', 'login_invalid')
  if (await isTooSimple(registration.password, { login, email })) {
    throw new Refusal('password_too_simple', { field: 'password' })
  }
  const inviterId = await idOfInviter(services, registration.inviter)
  refuseUnreachable(phone)
  const passwordHash = await passwords.hash(registration.password)

  const store = () =>
    db
      .transaction(async (tx) => {
        const registeredAt = productClock.now()
        const id = newId()
        if (inviterId !== null) await lockInviters(tx, inviterId)
        await refuseTakenEmail(tx, email, id)
        await freeReserved(tx, { phone, for: id, now: realClock.now() })
        const [user] = await tx
          .insert(users)
          .values({ id, login, pendingEmail: email, phone, passwordHash, language, inviterId, registeredAt })
          .returning()
        const origin = { address, device }
        await recordActivity(tx, newId, { userId: id, at: realClock.now(), kind: 'registered', origin })
        const refreshToken = await issueToken(tx, {
          id: newId(),
          userId: id,
          now: realClock.now(),
          address,
          device,
        })
        const code = await postCode(tx, { id, phone, language, from: address }, services)
        return { refreshToken, user: user!, code } // one row was inserted
      })
      .catch((error: unknown) => {
        throw refusalOfTaken(error) ?? error
      })
  const { takenToNetworkHour, takenToNetworkDay } = limits
  const made = await countTaken([takenToNetworkHour, takenToNetworkDay], siteOf(address) ?? address, store)
  // The account exists by now, so a code that could not be sent can be requested again from it.
  await sendCode(made.code, services)
  return made
}

async function idOfInviter({ db }: Services, login: string | undefined): Promise<string | null> {
  if (login === undefined) return null
  const inviter = await findByLogin(db, login)
  if (inviter?.role !== 'investor') throw new Refusal('inviter_unknown', { field: 'inviter' })
  return inviter.id
}
