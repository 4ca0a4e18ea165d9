import { Readable } from 'node:stream'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { maskedNumber } from '../accounts/document-number'
import { noteDocument } from '../accounts/traces'
import { type Db } from '../db/connect'
import { storedFiles, verifications } from '../db/schema/people'
import { type Services } from '../services'
import { resumePdf } from './resume'
import { tidePicture } from './picture'

/**
 * The demonstration's files: documents and résumés of people who were made up. Their rows are made with the rest of its data;
 * their bytes are put in the storage at each start that finds them missing, since a storage takes no part in a transaction.
 */

interface Paper {
  mediaType: 'image/png' | 'application/pdf'
  bytes: () => Buffer
}

/** Water in place of a photo: nobody's document is shown. */
const picture: Paper = { mediaType: 'image/png', bytes: tidePicture }

/** By the ids of their rows. */
const papers: Record<string, Paper> = {
  'demo-resume-1': {
    mediaType: 'application/pdf',
    bytes: () =>
      resumePdf('Nina Nobody', ['Client manager, made up for a demonstration', 'Speaks English and Russian']),
  },
  'demo-resume-2': {
    mediaType: 'application/pdf',
    bytes: () =>
      resumePdf('Max Mustermann', ['Lawyer, made up for a demonstration', 'Reads contracts to their end']),
  },
  'demo-passport-1': picture,
  'demo-login-1': picture,
  'demo-wallet-1': picture,
  'demo-passport-2': picture,
  'demo-login-2': picture,
  'demo-wallet-2': picture,
}

/** The numbers of documents, by the ids of their submissions. They are sealed with a secret that the data is made without. */
const documentNumbers: Record<string, string> = {
  'demo-verification-1': 'DEMO 000001',
  'demo-verification-2': 'DEMO 000002',
}

/** What a submission of the demonstration shows of its number. */
export const maskedNumberOf = (id: string): string => maskedNumber(documentNumbers[id] ?? '')

/** Adds the rows of files that belong to one application or submission. */
export async function addPapers(
  tx: Db,
  owner: { owner: 'application' | 'verification'; ownerId: string },
  files: { id: string; field: string }[],
  { storedAt, eraseAfter }: { storedAt: Date; eraseAfter: Date },
): Promise<void> {
  await tx.insert(storedFiles).values(
    files.map(({ id, field }) => {
      const { mediaType, bytes } = papers[id]!
      const { length } = bytes()
      return { ...owner, id, field, mediaType, bytes: length, chargedBytes: length, storedAt, eraseAfter }
    }),
  )
}

/** Puts the bytes of the demonstration's files in the storage, and seals its numbers, where that was not done yet. */
export async function placePapers({
  db,
  storage,
  seal,
  productClock,
}: Pick<Services, 'db' | 'storage' | 'seal' | 'productClock'>): Promise<void> {
  const kept = and(inArray(storedFiles.id, Object.keys(papers)), isNull(storedFiles.erasedAt))
  for (const { id } of await db.select({ id: storedFiles.id }).from(storedFiles).where(kept)) {
    const stored = await storage.read(id)
    if (stored) stored.destroy()
    else await storage.write(id, Readable.from([papers[id]!.bytes()]))
  }
  for (const [id, number] of Object.entries(documentNumbers))
    await db.transaction(async (tx) => {
      const unsealed = and(
        eq(verifications.id, id),
        eq(verifications.status, 'in_process'),
        isNull(verifications.documentNumberSealed),
      )
      const [submission] = await tx
        .update(verifications)
        .set({ documentNumberSealed: seal.seal(number, id) })
        .where(unsealed)
        .returning({ userId: verifications.userId })
      if (!submission) return
      await noteDocument(tx, { seal }, { userId: submission.userId, number, at: productClock.now() })
    })
}
