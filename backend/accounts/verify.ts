import { eq } from 'drizzle-orm'
import { type z } from 'zod'
import { type userData as calls } from '~/contract/user-data'
import { type Origin, recordActivity } from '../activity/record'
import { lockAccount } from '../db/lock-account'
import { type UserRow } from '../db/schema/users'
import { noteDocument } from './traces'
import { verifications } from '../db/schema/people'
import { users } from '../db/schema/users'
import { Refusal } from '../domain/refusal'
import { documentDays, keptFor } from '../domain/retention'
import { type Upload } from '../storage/multipart'
import { type Services } from '../services'
import { refuseFutureBirth } from './birth-date'
import { maskedNumber } from './document-number'
import { dropFiles, keepFiles, takeFiles } from './stored-files'

/**
 * Submitting documents. Invariants: an investor has at most one submission that waits or has succeeded, also when it is
 * sent several times or from several places; the row, its files and the user's state are saved together.
 */

type SubmittedDocuments = z.output<typeof calls.verify.body>

/**
 * Stores the documents and puts them into the operator's queue.
 * @throws Refusal already_verified, also while an earlier submission waits; unsupported_file, too_large, validation,
 * upload_quota, storage_full; unauthorized when the account was erased while its documents were on their way
 */
export async function handInDocuments(
  services: Services,
  user: UserRow,
  submitted: SubmittedDocuments,
  uploads: AsyncIterable<Upload>,
  origin: Origin,
): Promise<void> {
  const { db, newId, productClock, realClock, seal } = services
  // Refused here, before 30 MiB are uploaded in vain, and enforced again below.
  refuseVerified(user.verification)
  refuseFutureBirth(submitted.birthDate, 'birthDate', productClock.now())
  const id = newId()
  const files = await takeFiles(services, uploads, { owner: 'verification', ownerId: id, sender: user.id })
  const { documentNumber, ...person } = submitted
  try {
    await db.transaction(async (tx) => {
      refuseVerified((await lockAccount(tx, user.id)).verification)
      const submittedAt = productClock.now()
      await tx.insert(verifications).values({
        id,
        userId: user.id,
        ...person,
        documentNumberSealed: seal.seal(documentNumber, id),
        documentNumberMasked: maskedNumber(documentNumber),
        submittedAt,
      })
      await noteDocument(tx, services, { userId: user.id, number: documentNumber, at: submittedAt })
      await keepFiles(tx, files, keptFor(documentDays, submittedAt))
      await tx.update(users).set({ verification: 'in_process' }).where(eq(users.id, user.id))
      const at = realClock.now()
      await recordActivity(tx, newId, { userId: user.id, at, kind: 'documents_sent', origin })
    })
  } catch (error) {
    await dropFiles(
      services,
      files.map((file) => file.id),
    )
    throw error
  }
}

function refuseVerified(state: UserRow['verification']): void {
  if (state === 'successful' || state === 'in_process') throw new Refusal('already_verified')
}
