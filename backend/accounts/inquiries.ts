import { eq, sql } from 'drizzle-orm'
import { networkOf } from '~/formats/network'
import { foldEmail, foldPhone } from '../auth/contact'
import { inquiries } from '../db/schema/operator'
import { settings } from '../db/schema/settings'
import { Refusal } from '../domain/refusal'
import { keptFor, resumeDays } from '../domain/retention'
import { type Upload } from '../storage/multipart'
import { type Services } from '../services'
import { refuseWithoutPlace, takeInquiryQuota } from './inquiry-quotas'
import { dropFiles, keepFiles, takeFiles } from './stored-files'

/**
 * Inquiries of visitors. They wait in the operator's queue. Invariants: an answer never reveals whether an address was
 * already known; one network can't fill the operator's queue.
 */

/**
 * Subscribes an address to the newsletter; one that is subscribed stays so, and takes no place.
 * @throws Refusal too_many_requests
 */
export async function subscribe(services: Services, { email, from }: { email: string; from: string }) {
  const { db, newId, productClock, limits } = services
  await limits.inquiries.count(from)
  await db.transaction(async (tx) => {
    const received = await takeInquiryQuota(tx, services, { kind: 'subscriber', from })
    await tx
      .insert(inquiries)
      .values({
        id: newId(),
        kind: 'subscriber',
        email: foldEmail(email),
        createdAt: productClock.now(),
        ...received,
      })
      .onConflictDoNothing()
  })
}

/** @throws Refusal too_many_requests */
export async function leaveMessage(
  services: Services,
  { from, ...said }: { name: string; email: string; message: string; from: string },
): Promise<void> {
  const { db, newId, productClock, limits } = services
  await limits.inquiries.count(from)
  await db.transaction(async (tx) => {
    const received = await takeInquiryQuota(tx, services, { kind: 'message', from })
    const createdAt = productClock.now()
    await tx.insert(inquiries).values({ id: newId(), kind: 'message', ...said, createdAt, ...received })
  })
}

export interface Application {
  vacancyId: string
  name: string
  phone: string
  /** Where it comes from: the applicant's address on the network. */
  from: string
}

/**
 * Applies for a vacancy with a résumé.
 * @throws Refusal not_found (no such vacancy), too_many_requests, validation, unsupported_file, too_large,
 * upload_quota, storage_full
 */
export async function applyForVacancy(
  services: Services,
  { vacancyId, name, phone: typed, from }: Application,
  uploads: AsyncIterable<Upload>,
): Promise<void> {
  const { db, newId, productClock, limits } = services
  await limits.inquiries.count(from)
  await refuseUnknownVacancy(services, vacancyId)
  const phone = foldPhone(typed)
  if (!phone) throw Refusal.ofField('phone', 'phone_invalid')
  await refuseWithoutPlace(db, services, { kind: 'application', from })
  const id = newId()
  const files = await takeFiles(services, uploads, {
    owner: 'application',
    ownerId: id,
    sender: networkOf(from),
  })
  try {
    await db.transaction(async (tx) => {
      const createdAt = productClock.now()
      const received = await takeInquiryQuota(tx, services, { kind: 'application', from })
      await tx
        .insert(inquiries)
        .values({ id, kind: 'application', name, phone, vacancyId, createdAt, ...received })
      await keepFiles(tx, files, keptFor(resumeDays, createdAt))
    })
  } catch (error) {
    await dropFiles(
      services,
      files.map((file) => file.id),
    )
    throw error
  }
}

async function refuseUnknownVacancy({ db }: Services, id: string): Promise<void> {
  const [found] = await db
    .select({ open: sql<boolean>`${settings.value} @> ${JSON.stringify([{ id }])}::jsonb` })
    .from(settings)
    .where(eq(settings.key, 'vacancies'))
  if (!found?.open) throw new Refusal('not_found')
}
