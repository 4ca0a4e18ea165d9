import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { Login } from '~/contract/values'
import { type Db } from '../db/connect'
import { users } from '../db/schema/users'
import { Refusal } from '../domain/refusal'
import { refuseSuspended } from './suspension'
import { type Language } from '~/contract/languages'
import { lockInviters } from '../funds/investors'
import { type Services } from '../services'
import { foldPhone } from './contact'
import { refuseUntilReset } from './freeze-account'
import { type TelegramFields, isSigned } from './telegram-signature'
import { openOrChallenge } from './open-session'
import { secondFactorRequired } from './second-factors/sign-in'
import { sendAfterAnswer } from './security-notifications'
import { type TokenOrigin } from './tokens'
import { type UserRow } from '../db/schema/users'
import { findByLogin } from './users'

/**
 * Signing in by Telegram's widget. Invariants: the widget's data opens one session within five minutes, so that a copy
 * of it opens none; one Telegram account is one account here, also when two sign-ins arrive at once. A new account has
 * no phone, and like every other one it opens the cabinet only when a phone is confirmed, which is what limits a person
 * to one account; an account with a second factor is asked for it here too.
 */

const ttlMs = 5 * 60_000
/** How far Telegram's clock may be ahead of ours. */
const aheadMs = 60_000

export interface TelegramSignIn extends TokenOrigin {
  fields: TelegramFields
  /** The inviter's login. A user who can't invite is ignored: the call has no error code for it. */
  inviter: string | undefined
  language: Language
  deviceToken: string | undefined
}

/**
 * @throws Refusal telegram_unavailable, telegram_invalid, account_suspended, password_reset_required,
 * second_factor_required, too_many_requests
 */
export async function signInByTelegram(
  services: Services,
  { fields, inviter, language, ...origin }: TelegramSignIn,
): Promise<{ refreshToken: string; user: UserRow }> {
  const { db, limits, realClock, telegramBotToken } = services
  const { address } = origin
  if (!telegramBotToken) throw new Refusal('telegram_unavailable')
  await limits.signInByAddress.count(address)
  const now = realClock.now()
  const authAt = momentOf(fields.auth_date)
  const age = authAt ? now.getTime() - authAt.getTime() : Infinity
  const isAccount = /^\d{1,20}$/.test(String(fields.id))
  if (!authAt || !isAccount || !isSigned(fields, telegramBotToken) || age > ttlMs || age < -aheadMs)
    throw invalid()

  const inviterId = inviter === undefined ? null : await idOfInviter(db, inviter)
  const signedIn = await db.transaction(async (tx) => {
    const userId = (await idOf(tx, fields)) ?? (await join(tx, services, fields, { inviterId, language }))
    // The row's lock: of two that come with the same fields the second one finds them used.
    const [user] = await tx
      .update(users)
      .set({ telegramAuthAt: authAt })
      .where(and(eq(users.id, userId), or(isNull(users.telegramAuthAt), lt(users.telegramAuthAt, authAt))))
      .returning()
    if (!user) throw invalid()
    refuseSuspended(user)
    refuseUntilReset(user)
    return { user, opened: await openOrChallenge(tx, services, user, origin) }
  })
  const { user, opened } = signedIn
  if (opened.kind === 'challenge') throw secondFactorRequired(opened)
  sendAfterAnswer(services, opened.messages)
  await limits.signInByAddress.forgive(address)
  return { user, refreshToken: opened.refreshToken }
}

async function idOf(tx: Db, { id }: TelegramFields): Promise<string | null> {
  const [found] = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.telegramId, String(id)))
  return found?.id ?? null
}

/** Makes the account, or finds the one that was made at this very moment. */
async function join(
  tx: Db,
  { newId, productClock }: Services,
  fields: TelegramFields,
  own: { inviterId: string | null; language: Language },
): Promise<string> {
  const telegramId = String(fields.id)
  const telegram = fields.username ?? null
  if (own.inviterId !== null) await lockInviters(tx, own.inviterId)
  for (const login of loginsFor(fields, newId())) {
    const [made] = await tx
      .insert(users)
      .values({ id: newId(), login, telegramId, telegram, ...own, registeredAt: productClock.now() })
      .onConflictDoNothing()
      .returning({ id: users.id })
    const id = made?.id ?? (await idOf(tx, fields))
    if (id) return id
  }
  throw new Error('no login was free, not even one of a new id')
}

/** The name at Telegram if it is a valid and free login here, else a generated one that no user can choose. */
function loginsFor({ id, username = '' }: TelegramFields, unique: string): string[] {
  const canBeLogin = Login.safeParse(username).success && !foldPhone(username)
  const own = `telegram-${id}`
  return [...(canBeLogin ? [username] : []), own.slice(0, 32), unique.replaceAll('-', '').slice(-31)]
}

async function idOfInviter(db: Db, login: string): Promise<string | null> {
  const found = await findByLogin(db, login)
  return found?.role === 'investor' ? found.id : null
}

/** Seconds since 1970, as a text or a number. */
function momentOf(seconds: string | number): Date | null {
  return /^\d{1,12}$/.test(String(seconds)) ? new Date(Number(seconds) * 1000) : null
}

const invalid = () => new Refusal('telegram_invalid')
