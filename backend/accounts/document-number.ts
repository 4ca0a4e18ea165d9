import { eq } from 'drizzle-orm'
import { verifications } from '../db/schema/people'
import { Refusal } from '../domain/refusal'
import { type Services } from '../services'

/** The number of a document: stored sealed, and shown to its owner by its last characters. */

/** `•••• 4509`: the last four signs, and never more than half of a short number. */
export function maskedNumber(number: string): string {
  const shown = Math.min(4, Math.floor(number.length / 2))
  return `•••• ${number.slice(number.length - shown)}`.trim()
}

/** @throws Refusal not_found if there is no number, or it was erased */
export async function documentNumberOf(
  { db, seal }: Pick<Services, 'db' | 'seal'>,
  verificationId: string,
): Promise<string> {
  const [row] = await db
    .select({ sealed: verifications.documentNumberSealed })
    .from(verifications)
    .where(eq(verifications.id, verificationId))
  if (!row?.sealed) throw new Refusal('not_found')
  return seal.open(row.sealed, verificationId)
}
