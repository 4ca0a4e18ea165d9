import { requireCurrentPassword } from '../auth/current-password'
import { sendAfterAnswer, notifyOwner } from '../auth/security-notifications'
import { type UserRow } from '../db/schema/users'
import { inquiries } from '../db/schema/operator'
import { type Services } from '../services'
import { lockAccount } from '../db/lock-account'

/**
 * Queues the request for deletion for the operator, after the password is typed again, and notifies the owner.
 * Repeating it while it waits changes nothing and sends nothing.
 * @throws Refusal unauthorized on an erased account; those of the password
 */
export async function askDeletion(
  services: Services,
  user: UserRow,
  currentPassword: string | undefined,
): Promise<void> {
  const { db, newId, productClock } = services
  await requireCurrentPassword(services, user, currentPassword)
  const messages = await db.transaction(async (tx) => {
    const owner = await lockAccount(tx, user.id)
    const requests = await tx
      .insert(inquiries)
      .values({ id: newId(), kind: 'deletion', userId: user.id, createdAt: productClock.now() })
      .onConflictDoNothing()
      .returning({ id: inquiries.id })
    return requests.length > 0 ? notifyOwner(tx, services, owner, { kind: 'deletion_asked' }) : []
  })
  sendAfterAnswer(services, messages)
}
