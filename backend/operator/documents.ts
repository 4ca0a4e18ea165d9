import { and, eq } from 'drizzle-orm'
import { storedFiles } from '../db/schema/people'
import { Refusal } from '../domain/refusal'
import { type Attachment } from '../storage/storage'
import { documentNumberOf } from '../accounts/document-number'
import { openDocument } from '../accounts/stored-files'
import { type Services } from '../services'
import { type OperatorContext, recordAudit } from './audit'

/**
 * Opens documents submitted for verification for the operator who decides on them. Invariants: no one opens one without
 * a record of who and when, which is written before the first byte is sent.
 */

/**
 * A document for verification; a résumé is not one.
 * @throws Refusal not_found if there is none, or it was erased
 */
export async function openVerificationDocument(
  services: Pick<Services, 'db' | 'storage'>,
  operator: OperatorContext,
  id: string,
): Promise<Attachment> {
  const { db } = services
  const ofVerification = and(eq(storedFiles.id, id), eq(storedFiles.owner, 'verification'))
  const [file] = await db.select({ ownerId: storedFiles.ownerId }).from(storedFiles).where(ofVerification)
  if (!file) throw new Refusal('not_found')
  const document = await openDocument(services, id)
  try {
    await recordAudit(db, operator, { verb: 'look', kind: 'document', id })
  } catch (error) {
    document.stream.destroy()
    throw error
  }
  return document
}

/**
 * The full number of the document.
 * @throws Refusal not_found if there is none, or it was erased
 */
export async function readDocumentNumber(
  services: Pick<Services, 'db' | 'seal'>,
  operator: OperatorContext,
  id: string,
): Promise<{ documentNumber: string }> {
  const documentNumber = await documentNumberOf(services, id)
  await recordAudit(services.db, operator, { verb: 'look_at_number', kind: 'verification', id })
  return { documentNumber }
}
