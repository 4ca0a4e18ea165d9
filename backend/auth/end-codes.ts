import { and, eq, isNull } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { emailCodes, phoneCodes, stepUpCodes } from '../db/schema/access'

/**
 * The codes of an account that confirm an address or a step-up are good for nothing any more. Those of a new password are
 * `dropCodes`'s.
 * @param now real time
 */
export async function endCodes(tx: Db, { userId, now }: { userId: string; now: Date }): Promise<void> {
  for (const codes of [emailCodes, phoneCodes, stepUpCodes])
    await tx
      .update(codes)
      .set({ usedAt: now })
      .where(and(eq(codes.userId, userId), isNull(codes.usedAt)))
}
