import { inquiries } from '../db/schema/desk'
import { type Services } from '../services'

/** Puts the request to be erased before the desk; asking again while it waits changes nothing. */
export async function askDeletion(
  { db, newId, productClock }: Pick<Services, 'db' | 'newId' | 'productClock'>,
  userId: string,
): Promise<void> {
  await db
    .insert(inquiries)
    .values({ id: newId(), kind: 'deletion', userId, createdAt: productClock.now() })
    .onConflictDoNothing()
}
