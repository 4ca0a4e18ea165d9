import { inquiries } from '../db/schema/operator'
import { type Services } from '../services'
import { lockAccount } from '../db/lock-account'

/** Puts the request to be erased before the operator; asking again while it waits changes nothing. @throws Refusal unauthorized when it is erased */
export async function askDeletion(
  { db, newId, productClock }: Pick<Services, 'db' | 'newId' | 'productClock'>,
  userId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockAccount(tx, userId)
    await tx
      .insert(inquiries)
      .values({ id: newId(), kind: 'deletion', userId, createdAt: productClock.now() })
      .onConflictDoNothing()
  })
}
