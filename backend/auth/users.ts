import { unreadOf } from '../notifications/unread'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { type Complete } from '~/contract/reading'
import { type User } from '~/contract/user'
import { type Db } from '../db/connect'
import { users } from '../db/schema/users'
import { subscriptionOf } from '../funds/subscriptions'
import { type Language } from '~/contract/languages'
import { foldEmail, foldLogin, foldPhone } from './contact'
import { type UserRow } from '../db/schema/users'

/** Finding users, and showing one in the contract's shape. */

/** The user with this login. An erased account has none. */
export async function findByLogin(db: Db, login: string): Promise<UserRow | null> {
  const [found] = await db
    .select()
    .from(users)
    .where(and(eq(sql`lower(${users.login})`, foldLogin(login)), isNull(users.erasedAt)))
  return found ?? null
}

/** The user who signs in with this name: a confirmed e-mail if it has an @, else a phone if it is one, else a login. */
export async function findByAnyName(db: Db, typed: string): Promise<UserRow | null> {
  if (typed.includes('@')) {
    const [found] = await db
      .select()
      .from(users)
      .where(eq(sql`lower(${users.email})`, foldEmail(typed)))
    return found ?? null
  }
  const phone = foldPhone(typed)
  if (phone) {
    const [found] = await db.select().from(users).where(eq(users.phone, phone))
    if (found) return found
  }
  return findByLogin(db, typed)
}

/** @param now the product's time, which subscriptions run by */
export async function showUser(
  db: Db,
  user: UserRow,
  language: Language,
  now: Date,
): Promise<Complete<typeof User>> {
  const [inviter, subscription, unread] = await Promise.all([
    inviterOf(db, user),
    subscriptionOf(db, { userId: user.id, now, language }),
    unreadOf(db, user.id),
  ])
  return { ...userView(user, { inviter, subscription }), notifications: { unread } }
}

/** The contract's fields of a user, for the user and for an operator. */
export function userView(
  user: UserRow,
  { inviter, subscription }: Pick<Complete<typeof User>, 'inviter' | 'subscription'>,
): Omit<Complete<typeof User>, 'notifications'> {
  const { id, login, pendingEmail, phone, country, city, instagram, telegram, vk, role, rank, verification } =
    user
  return {
    id,
    login,
    email: user.email ?? pendingEmail,
    emailConfirmed: user.email !== null,
    pendingEmail,
    phone,
    country,
    city,
    instagram,
    telegram,
    vk,
    role,
    rank,
    verification,
    phoneConfirmed: user.phoneConfirmedAt !== null,
    registeredAt: user.registeredAt.toISOString(),
    inviter,
    language: user.language,
    subscription,
  }
}

export async function inviterOf(db: Db, user: UserRow): Promise<string | null> {
  if (!user.inviterId) return null
  const [inviter] = await db.select({ login: users.login }).from(users).where(eq(users.id, user.inviterId))
  return inviter?.login ?? null
}
