import { type Language } from '~/contract/languages'
import { type Services } from '../services'
import { requireCurrentPassword } from '../auth/current-password'
import { exportAccount } from './export-account'
import { sendAfterAnswer, notifyOwner } from '../auth/security-notifications'
import { type UserRow } from '../db/schema/users'

/**
 * Exports all data held about an investor. The export shows more than the pages, such as the full number of a document,
 * so the password is required again. The owner is notified first, so that an export can't go unnoticed.
 * @throws Refusal of the password; too_many_requests after five files within a day
 */
export async function takeDataAway(
  services: Services,
  user: UserRow,
  { currentPassword, language }: { currentPassword?: string; language: Language },
): Promise<Record<string, unknown>> {
  const { db, limits } = services
  await requireCurrentPassword(services, user, currentPassword)
  await limits.exports.count(user.id)
  const messages = await db.transaction((tx) => notifyOwner(tx, services, user, { kind: 'data_exported' }))
  sendAfterAnswer(services, messages)
  return exportAccount(services, user.id, language)
}
