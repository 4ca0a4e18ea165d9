import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { type Factor } from '~/contract/extensions/second-factors'
import { type Complete } from '~/contract/reading'
import { type Db } from '../../db/connect'
import { type factorKinds, secondFactors } from '../../db/schema/second-factors'
import { type UserRow } from '../../db/schema/users'
import { type Services } from '../../services'

/** The second factors of an account. One that is not confirmed yet does not count. */

export type FactorRow = typeof secondFactors.$inferSelect
export type FactorKind = (typeof factorKinds)[number]

/** In the order in which they were added. */
export async function factorsOf(db: Db, userId: string): Promise<FactorRow[]> {
  return db
    .select()
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt)))
    .orderBy(asc(secondFactors.createdAt), asc(secondFactors.id))
}

/** A factor as the contract shows it. */
export const factorView = ({
  id,
  kind,
  name,
  createdAt,
  lastUsedAt,
}: FactorRow): Complete<typeof Factor> => ({
  id,
  kind,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

/**
 * By what the account can prove a second factor, such as `totp,recovery`, as refusals carry it; null for an account
 * without a factor, which is asked for none. Recovery codes stand in for a factor and are none of their own.
 */
export async function factorMethodsOf(db: Db, userId: string): Promise<string | null> {
  const kinds = new Set((await factorsOf(db, userId)).map(({ kind }) => kind))
  return kinds.size === 0 ? null : [...kinds, 'recovery'].join(',')
}

/**
 * Whether the account may not be used without a factor: an operator's. The demonstration's operator has a published
 * password and decides on no money, so there it would only be in the way.
 */
export const isFactorRequired = (
  { role }: Pick<UserRow, 'role'>,
  { demo }: Pick<Services, 'demo'>,
): boolean => role === 'operator' && !demo
