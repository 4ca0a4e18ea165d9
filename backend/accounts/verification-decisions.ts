import { and, eq, isNull } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { storedFiles, verifications } from '../db/schema/people'
import { users } from '../db/schema/users'
import { Refusal } from '../domain/refusal'
import { documentDays, keptFor, rejectedDocumentDays } from '../domain/retention'
import { type FundsContext } from '../funds/context'
import { notify } from '../notifications/events'

export interface VerificationDecision {
  id: string
  decision: 'approve' | 'reject'
  /** Shown to the investor; required for a rejection. */
  reason?: string
}

/**
 * Decides on submitted documents: their state and the user's, how long they are kept, and the investor's notification.
 * The caller writes the author of the decision into the audit trail, in the same transaction.
 * @throws Refusal not_found, already_decided, validation of a rejection without a reason
 */
export async function decideVerification(
  tx: Db,
  { now, newId }: Pick<FundsContext, 'now' | 'newId'>,
  { id, decision, reason }: VerificationDecision,
): Promise<typeof verifications.$inferSelect> {
  if (decision === 'reject' && !reason) throw Refusal.ofField('reason', 'required')
  const one = eq(verifications.id, id)
  const [found] = await tx.select().from(verifications).where(one)
  if (!found) throw new Refusal('not_found')
  // The user is locked first, as in a submission, so that two concurrent decisions run one after the other.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, found.userId)).for('no key update')
  const status = decision === 'approve' ? 'successful' : 'rejected'
  const [decided] = await tx
    .update(verifications)
    .set({ status, reason: reason ?? null, decidedAt: now })
    .where(and(one, eq(verifications.status, 'in_process')))
    .returning()
  if (!decided) throw new Refusal('already_decided')

  await tx.update(users).set({ verification: status }).where(eq(users.id, decided.userId))
  const days = decision === 'approve' ? documentDays : rejectedDocumentDays
  await tx
    .update(storedFiles)
    .set({ eraseAfter: keptFor(days, now) })
    .where(
      and(eq(storedFiles.owner, 'verification'), eq(storedFiles.ownerId, id), isNull(storedFiles.erasedAt)),
    )
  const to = { userId: decided.userId, at: now }
  await notify(tx, newId, [
    decision === 'approve'
      ? { ...to, kind: 'verification_successful', values: { verificationId: id } }
      : { ...to, kind: 'verification_rejected', values: { verificationId: id, reason: reason ?? '' } },
  ])
  return decided
}
