import { desc, eq } from 'drizzle-orm'
import { type Complete } from '~/contract/reading'
import { type VerificationState } from '~/contract/user-data'
import { type Db } from '../db/connect'
import { verifications } from '../db/schema/people'

/** How far the verification of an investor has come: the state of the last submission. */
export async function verificationOf(db: Db, userId: string): Promise<Complete<typeof VerificationState>> {
  const [last] = await db
    .select()
    .from(verifications)
    .where(eq(verifications.userId, userId))
    .orderBy(desc(verifications.submittedAt), desc(verifications.id))
    .limit(1)
  return verificationView(last)
}

/** @param last the newest submission; undefined where there is none */
export function verificationView(
  last: typeof verifications.$inferSelect | undefined,
): Complete<typeof VerificationState> {
  if (!last) return { status: 'none', reason: null, submittedAt: null, documentNumberMasked: null }
  return {
    status: last.status,
    reason: last.reason,
    submittedAt: last.submittedAt.toISOString(),
    documentNumberMasked: last.documentNumberMasked,
  }
}
