import { createHash } from 'node:crypto'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { type Language } from '~/contract/languages'
import { networkOf } from '~/formats/network'
import { foldEmail, foldPhone } from '../auth/contact'
import { type Db } from '../db/connect'
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
 * already known; one network can't fill the operator's queue; the same content within a day is one inquiry, since a
 * visitor who got no answer sends the form again.
 */

/**
 * Subscribes an address to the newsletter. A subscribed address stays so and does not count again. Where the quota is used up, one
 * is known to be subscribed only to the network that has subscribed it within the day.
 * @throws Refusal too_many_requests
 */
export async function subscribe(services: Services, { email, from }: { email: string; from: string }) {
  const { db, newId, productClock, limits } = services
  await limits.inquiries.count(from)
  const own = and(
    ...[eq(inquiries.kind, 'subscriber'), eq(sql`lower(${inquiries.email})`, foldEmail(email))],
    eq(inquiries.sender, networkOf(from)),
  )
  await db.transaction(async (tx) => {
    if ((await tx.$count(inquiries, own)) > 0) return
    const received = await takeInquiryQuota(tx, services, { kind: 'subscriber', from })
    await tx
      .insert(inquiries)
      .values({
        id: newId(),
        // A subscriber waits for nothing.
        ...{ kind: 'subscriber', status: 'done' },
        email: foldEmail(email),
        createdAt: productClock.now(),
        ...received,
      })
      .onConflictDoNothing()
  })
}

interface Message {
  name: string
  email: string
  message: string
}

/**
 * Leaves a message for the operator.
 * @param message.language in which the sender is answered
 * @throws Refusal too_many_requests
 */
export async function leaveMessage(
  services: Services,
  { from, language, ...values }: Message & { from: string; language: Language },
): Promise<void> {
  await services.limits.inquiries.count(from)
  const content = [values.name, values.email, values.message]
  await services.db.transaction((tx) =>
    insertOnce(tx, services, { kind: 'message', from, values: { ...values, language }, content }),
  )
}

export interface Application {
  vacancyId: string
  name: string
  phone: string
  email?: string
  /** A letter to the company. */
  message?: string
  /** In which the applicant is answered. */
  language: Language
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
  { vacancyId, name, phone: typed, email, message, language, from }: Application,
  uploads: AsyncIterable<Upload>,
): Promise<void> {
  const { db, newId, productClock, limits } = services
  await limits.inquiries.count(from)
  await refuseUnknownVacancy(services, vacancyId)
  const phone = foldPhone(typed)
  if (!phone) throw Refusal.ofField('phone', 'phone_invalid')
  const values = { name, phone, email, message: message || null, vacancyId, language }
  // The same one may have been sent before; whether its résumé is the same too is known once that is read.
  if (!(await isLikeStored(db, values))) await refuseWithoutPlace(db, services, { kind: 'application', from })
  const id = newId()
  const files = await takeFiles(services, uploads, {
    owner: 'application',
    ownerId: id,
    sender: networkOf(from),
  })
  const drop = () =>
    dropFiles(
      services,
      files.map((file) => file.id),
    )
  try {
    const isNew = await db.transaction(async (tx) => {
      const content = [
        vacancyId,
        name,
        phone,
        email ?? '',
        message ?? '',
        ...files.map(({ digest }) => digest),
      ]
      const inserted = await insertOnce(tx, services, {
        kind: 'application',
        from,
        values: { ...values, id },
        content,
      })
      if (inserted) await keepFiles(tx, files, keptFor(resumeDays, productClock.now()))
      return inserted
    })
    if (!isNew) await drop()
  } catch (error) {
    await drop()
    throw error
  }
}

interface NewInquiry {
  kind: 'message' | 'application'
  from: string
  values: Partial<typeof inquiries.$inferInsert>
  /** Everything that distinguishes it from another inquiry. */
  content: string[]
}

/**
 * @returns false if the same inquiry was received within the last day: it stays the only one, and does not count again
 */
async function insertOnce(
  tx: Db,
  services: Services,
  { kind, from, values, content }: NewInquiry,
): Promise<boolean> {
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([kind, ...content]))
    .digest('base64url')
  const isKnown = await tx.$count(inquiries, eq(inquiries.fingerprint, fingerprint))
  if (isKnown) return false
  const received = await takeInquiryQuota(tx, services, { kind, from })
  const inserted = await tx
    .insert(inquiries)
    .values({
      id: services.newId(),
      ...values,
      kind,
      fingerprint,
      createdAt: services.productClock.now(),
      ...received,
    })
    .onConflictDoNothing() // the same one, sent at the same moment
    .returning({ id: inquiries.id })
  return inserted.length > 0
}

/** Whether an application with the same texts was received within the last day. */
async function isLikeStored(
  db: Db,
  { vacancyId, name, phone, email, message }: Partial<typeof inquiries.$inferInsert>,
): Promise<boolean> {
  const texts = [
    [inquiries.vacancyId, vacancyId],
    [inquiries.name, name],
    [inquiries.phone, phone],
    [inquiries.email, email],
    [inquiries.message, message],
  ] as const
  const like = texts.map(([column, text]) => sql`${column} is not distinct from ${text ?? null}`)
  const ofDay = [eq(inquiries.kind, 'application'), isNotNull(inquiries.receivedAt)]
  return (await db.$count(inquiries, and(...ofDay, ...like))) > 0
}

async function refuseUnknownVacancy({ db }: Services, id: string): Promise<void> {
  const [found] = await db
    .select({ open: sql<boolean>`${settings.value} @> ${JSON.stringify([{ id }])}::jsonb` })
    .from(settings)
    .where(eq(settings.key, 'vacancies'))
  if (!found?.open) throw new Refusal('not_found')
}
