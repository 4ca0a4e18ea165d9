import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import { type z } from 'zod'
import { type Complete } from '~/contract/reading'
import { type PersonalData, type userData as calls } from '~/contract/user-data'
import { type Db } from '../db/connect'
import { lockAccount } from '../db/lock-account'
import { type UserRow } from '../db/schema/users'
import { personalData } from '../db/schema/people'
import { users } from '../db/schema/users'
import { refuseFutureBirth } from './birth-date'

/**
 * Personal data that investors provide. Country and city are columns of the user, so that the profile and this page
 * can't differ. Everything else is in a separate row, which exists from the first change on.
 */

type Change = z.output<typeof calls.update.body>['data']

/** Personal data as the contract shows it; a field is null if the investor has not provided it. */
export async function personalDataOf(db: Db, userId: string): Promise<Complete<typeof PersonalData>> {
  const [found] = await db
    .select({
      fullName: personalData.fullName,
      birthDate: personalData.birthDate,
      maritalStatus: personalData.maritalStatus,
      country: users.country,
      city: users.city,
    })
    .from(users)
    .leftJoin(personalData, eq(personalData.userId, users.id))
    .where(eq(users.id, userId))
  return found! // a caller has an account, and accounts are not deleted
}

/**
 * Changes the given fields and leaves the others. An empty text is the same as none.
 * @param onChange called in the transaction if a field has another value by now
 * @throws Refusal validation of a birth date that is yet to come, unauthorized on an account that is erased
 */
export async function changePersonalData(
  db: Db,
  { id }: Pick<UserRow, 'id'>,
  { country, city, ...own }: Change,
  now: Date,
  onChange?: (tx: Db) => Promise<void>,
): Promise<void> {
  if (own.birthDate) refuseFutureBirth(own.birthDate, 'data.birthDate', now)
  await db.transaction(async (tx) => {
    await lockAccount(tx, id)
    const before = await personalDataOf(tx, id)
    if (country !== undefined || city !== undefined) {
      await tx
        .update(users)
        .set({ country: emptied(country), city: emptied(city) })
        .where(eq(users.id, id))
    }
    if (Object.keys(own).length > 0) {
      const changed = { ...own, fullName: emptied(own.fullName), updatedAt: now }
      await tx
        .insert(personalData)
        .values({ userId: id, ...changed })
        .onConflictDoUpdate({ target: personalData.userId, set: changed })
    }
    if (!isDeepStrictEqual(before, await personalDataOf(tx, id))) await onChange?.(tx)
  })
}

/** Left out stays left out. */
function emptied(text: string | null | undefined): string | null | undefined {
  return text === '' ? null : text
}
