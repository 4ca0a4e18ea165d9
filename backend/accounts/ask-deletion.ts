import { recordActivity } from '../activity/record'
import { type SensitiveCall, requireStepUp } from '../auth/second-factors/step-up'
import { sendAfterAnswer, notifyOwner } from '../auth/security-notifications'
import { inquiries } from '../db/schema/operator'
import { type Services } from '../services'
import { lockAccount } from '../db/lock-account'

/**
 * Queues the request for deletion for the operator, after a step-up, and notifies the owner.
 * Repeating it while it waits changes nothing and sends nothing.
 * @throws Refusal unauthorized on an erased account; those of the step-up
 */
export async function askDeletion(services: Services, call: SensitiveCall): Promise<void> {
  const { address, device, caller } = call
  const { user } = caller
  const { db, newId, productClock, realClock } = services
  await requireStepUp(services, call)
  const messages = await db.transaction(async (tx) => {
    const owner = await lockAccount(tx, user.id)
    const requests = await tx
      .insert(inquiries)
      .values({ id: newId(), kind: 'deletion', userId: user.id, createdAt: productClock.now() })
      .onConflictDoNothing()
      .returning({ id: inquiries.id })
    if (requests.length === 0) return []
    const at = realClock.now()
    await recordActivity(tx, newId, {
      userId: user.id,
      at,
      kind: 'deletion_asked',
      origin: { address, device },
    })
    return notifyOwner(tx, services, owner, { kind: 'deletion_asked' })
  })
  sendAfterAnswer(services, messages)
}
