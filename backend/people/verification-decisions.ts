import { and, eq } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { verifications } from '../db/schema/people'
import { users } from '../db/schema/users'
import { Refusal } from '../domain/refusal'
import { type FundsContext } from '../funds/context'

export interface VerificationDecision {
  /** Of the verification. */
  id: string
  decision: 'approve' | 'reject'
  /** Of a rejection: what the investor is told. */
  reason?: string
}

/**
 * Decides on documents that were handed in, and with them on the state of the account. Runs in the caller's
 * transaction. @throws Refusal not_found, already_decided
 */
export async function decideVerification(
  tx: Db,
  { now }: Pick<FundsContext, 'now'>,
  { id, decision, reason }: VerificationDecision,
): Promise<void> {
  const status = decision === 'approve' ? 'successful' : 'rejected'
  const [decided] = await tx
    .update(verifications)
    .set({ status, reason: reason ?? null, decidedAt: now })
    .where(and(eq(verifications.id, id), eq(verifications.status, 'in_process')))
    .returning({ userId: verifications.userId })
  if (decided) {
    await tx.update(users).set({ verification: status }).where(eq(users.id, decided.userId))
    return
  }
  const [found] = await tx
    .select({ id: verifications.id })
    .from(verifications)
    .where(eq(verifications.id, id))
  throw new Refusal(found ? 'already_decided' : 'not_found')
}
