import { Refusal } from '../domain/refusal'
import { type Services } from '../services'
import { type UserRow } from '../db/schema/users'

/**
 * Step-up authentication: the password is required again before an action that could take an account or its money away,
 * because a stolen bearer does not imply the password. Tries are counted by account over all calls that require it, so
 * that a stolen bearer can't guess. The owner can still sign in and end that session: for that, tries are counted by
 * session (`countedBy`), so that a thief's wrong ones don't keep the owner from it.
 * @param typed undefined or empty if none was sent, which is no try
 * @throws Refusal password_not_set for an account that signs in by Telegram alone, password_required, password_wrong,
 * too_many_requests after five wrong ones in ten minutes
 */
export async function requireCurrentPassword(
  { limits, passwords }: Pick<Services, 'limits' | 'passwords'>,
  { id, passwordHash }: Pick<UserRow, 'id' | 'passwordHash'>,
  typed: string | undefined,
  { countedBy = id }: { countedBy?: string } = {},
): Promise<void> {
  const field = 'currentPassword'
  if (!passwordHash) throw new Refusal('password_not_set', { field })
  if (!typed) throw new Refusal('password_required', { field })
  await limits.passwordTyped.count(countedBy)
  if (!(await passwords.verify(passwordHash, typed))) throw new Refusal('password_wrong', { field })
  await limits.passwordTyped.forgive(countedBy)
}
