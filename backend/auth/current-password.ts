import { eq } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { users } from '../db/schema/users'
import { Refusal } from '../domain/refusal'
import { FindOutFirst } from '../idempotency/answer-once'
import { type Services } from '../services'
import { type UserRow } from '../db/schema/users'

/**
 * Step-up authentication: the password is required again before an action that could take an account or its money away,
 * because a stolen bearer does not imply the password. Tries are counted by account over all calls that require it, so
 * that a stolen bearer can't guess. The owner can still sign in and end that session.
 * @param typed undefined or empty if none was sent, which is no try
 * @throws Refusal password_not_set for an account that signs in by Telegram alone, password_required, password_wrong,
 * too_many_requests after five wrong ones in ten minutes
 */
export async function requireCurrentPassword(
  { limits, passwords }: Pick<Services, 'limits' | 'passwords'>,
  { id, passwordHash }: Pick<UserRow, 'id' | 'passwordHash'>,
  typed: string | undefined,
): Promise<void> {
  const field = 'currentPassword'
  if (!passwordHash) throw new Refusal('password_not_set', { field })
  if (!typed) throw new Refusal('password_required', { field })
  await limits.passwordTyped.count(id)
  if (!(await passwords.verify(passwordHash, typed))) throw new Refusal('password_wrong', { field })
  await limits.passwordTyped.forgive(id)
}

/**
 * The same for a keyed call, whose transaction must not stay open while a password is verified. The call runs again
 * once the password is verified, with the hash that it was verified against (`foundOut`). `ask` throws if the password
 * was not verified yet; `confirm` refuses if the account has another password by now.
 */
export function stepUpOfKeyedCall(
  services: Pick<Services, 'limits' | 'passwords'>,
  user: Pick<UserRow, 'id' | 'passwordHash'>,
  { typed, foundOut }: { typed: string | undefined; foundOut: string | null },
) {
  return {
    ask(): void {
      if (foundOut !== null) return
      throw new FindOutFirst(async () => {
        await requireCurrentPassword(services, user, typed)
        return user.passwordHash! // without one it was refused
      })
    },
    async confirm(tx: Db): Promise<void> {
      const { id, passwordHash } = users
      const [present] = await tx.select({ passwordHash }).from(users).where(eq(id, user.id))
      if (present?.passwordHash !== foundOut)
        throw new Refusal('password_wrong', { field: 'currentPassword' })
    },
  }
}
