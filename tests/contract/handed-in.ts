import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { type Db } from '../../backend/db/connect'
import { storedFiles, verifications } from '../../backend/db/schema/people'
import { users } from '../../backend/db/schema/users'

/**
 * Stores documents that an investor has submitted, without the files themselves. Returns the verification's
 * id.
 */
export async function handIn(db: Db, userId: string): Promise<string> {
  const id = randomUUID()
  const now = new Date()
  await db.insert(verifications).values({
    id,
    userId,
    fullName: 'Kai Rannik',
    birthDate: '1990-02-03',
    maritalStatus: 'single',
    documentNumberMasked: '••••4321',
    submittedAt: now,
  })
  await db.update(users).set({ verification: 'in_process' }).where(eq(users.id, userId))
  await db.insert(storedFiles).values({
    id: randomUUID(),
    owner: 'verification',
    ownerId: id,
    field: 'photoDocument',
    mediaType: 'image/png',
    bytes: 3,
    storedAt: now,
    eraseAfter: new Date(now.getTime() + 86_400_000),
  })
  return id
}
