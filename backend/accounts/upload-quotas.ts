import { type SQL, eq, sql } from 'drizzle-orm'
import { contract } from '~/contract/index'
import { type Call } from '~/contract/call'
import { networksOfSite, sitePrefixOf } from '~/formats/network'
import { dayMs } from '../clock'
import { type Db } from '../db/connect'
import { locks } from '../db/locks'
import { storedFiles } from '../db/schema/people'
import { Refusal } from '../domain/refusal'
import { defaultMaxFileMib } from '../storage/multipart'
import { type Services } from '../services'

/**
 * How much of the disk files may use. Invariants: any number of concurrent uploads at any number of backends never
 * exceeds the quotas, and never reduces the free space of the disk below the minimum that the database needs. So before
 * its first byte is written, each file is counted at its maximum size, under a lock that all backends share. Once it is
 * stored, its actual size counts. An erased or unfinished file does not count.
 */

type Owner = (typeof storedFiles.$inferSelect)['owner']

export interface OwnerQuota {
  /** Bytes that all senders together may upload within 24 hours; null: as many as fit. */
  perDay: number | null
  /**
   * Bytes of one sender within 24 hours: a network of an applicant, an investor with documents. One IPv6 site may send
   * this times `networksOfSite`.
   */
  perSenderDay: number
  /** Bytes that are kept at a time. */
  kept: number
}

export interface UploadQuotas extends Record<Owner, OwnerQuota> {
  /** Bytes that stay free on the disk of the storage. */
  minFreeBytes: number
}

const mib = 1024 * 1024

/** Sizes in MiB, as in the environment. */
export const defaultUploadMib = {
  resumesPerDay: 200,
  resumesPerNetworkDay: 20,
  resumesKept: 2 * 1024,
  documentsPerInvestorDay: 100,
  documentsKept: 20 * 1024,
  minFree: 1024,
}

/** The maximum size of one form of an owner. A smaller quota would accept no form. */
export const formMib: Record<Owner, number> = {
  application: largestFormMib(contract.inquiries.apply),
  verification: largestFormMib(contract.userData.verify),
}

function largestFormMib({ files = [], maxFileMib = defaultMaxFileMib }: Call): number {
  return files.length * maxFileMib
}

/**
 * @param factor multiplies the quotas per day (`RATE_LIMIT_FACTOR`), not those of stored bytes; one form a day is
 * always allowed
 */
export function createUploadQuotas(sizesMib: typeof defaultUploadMib, factor = 1): UploadQuotas {
  const daily = (owner: Owner, sizeMib: number) => Math.max(formMib[owner], sizeMib * factor) * mib
  return {
    application: {
      perDay: daily('application', sizesMib.resumesPerDay),
      perSenderDay: daily('application', sizesMib.resumesPerNetworkDay),
      kept: sizesMib.resumesKept * mib,
    },
    verification: {
      perDay: null,
      perSenderDay: daily('verification', sizesMib.documentsPerInvestorDay),
      kept: sizesMib.documentsKept * mib,
    },
    minFreeBytes: sizesMib.minFree * mib,
  }
}

/** A small file takes a block of the disk, a row and an entry of its folder as well. */
const minChargedBytes = 16 * 1024
/** The operator is warned when this share of the quota of stored bytes is used. */
const warnShare = 0.8

export interface NewFile {
  id: string
  owner: Owner
  ownerId: string
  field: string
  mediaType: string
  storedAt: Date
  eraseAfter: Date
  /** Whose daily quota it counts against. */
  sender: string
  /** The largest that it can become. */
  maxBytes: number
}

type QuotaServices = Pick<Services, 'db' | 'storage' | 'realClock' | 'uploadQuotas' | 'log'>

/**
 * Reserves the space that a file needs and writes its row, before the file is stored.
 * @throws Refusal upload_quota when its sender has uploaded enough for a day, storage_full when no files are taken at
 * all
 */
export async function reserveFile(services: QuotaServices, { maxBytes, ...file }: NewFile): Promise<void> {
  const { db, storage, realClock, uploadQuotas, log } = services
  const quota = uploadQuotas[file.owner]
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${locks.uploads})`)
    // Checked under the lock: other uploads may have taken the space that was free before.
    const freeBytes = await storage.freeBytes()
    const receivedAt = realClock.now()
    const used = await usageOf(tx, file, receivedAt)
    const full = (why: string, details: object) => {
      log.warn({ owner: file.owner, ...details }, `files are refused: ${why}`)
      return new Refusal('storage_full')
    }
    if (freeBytes - used.underWay - maxBytes < uploadQuotas.minFreeBytes)
      throw full('the disk is nearly full', { freeBytes, minFreeBytes: uploadQuotas.minFreeBytes })
    if (used.kept + maxBytes > quota.kept)
      throw full('as much is kept as may be', { keptBytes: used.kept, limitBytes: quota.kept })
    const ofSender = used.senderDay + maxBytes > quota.perSenderDay
    const ofSite = used.siteDay + maxBytes > quota.perSenderDay * networksOfSite
    if (ofSender || ofSite) throw new Refusal('upload_quota')
    if (quota.perDay !== null && used.day + maxBytes > quota.perDay)
      throw full('the quota of the day is used up', { usedBytes: used.day, limitBytes: quota.perDay })
    await tx.insert(storedFiles).values({ ...file, bytes: 0, chargedBytes: maxBytes, receivedAt })
    const warnAt = quota.kept * warnShare
    if (used.kept < warnAt && used.kept + maxBytes >= warnAt)
      log.warn(
        { owner: file.owner, keptBytes: used.kept, limitBytes: quota.kept },
        'files take most of what they may',
      )
  })
}

/** Counts a received file at its actual size. */
export async function chargeFile(db: Db, id: string, bytes: number): Promise<void> {
  const chargedBytes = Math.max(bytes, minChargedBytes)
  await db.update(storedFiles).set({ chargedBytes }).where(eq(storedFiles.id, id))
}

/** Forgets who sent the files of earlier days: it is of no use any more. @param now real time */
export async function forgetSenders(db: Db, now: Date): Promise<void> {
  await db
    .update(storedFiles)
    .set({ sender: null })
    .where(sql`sender is not null and received_at <= ${dayBefore(now)}`)
}

type Usage = Record<'kept' | 'day' | 'senderDay' | 'siteDay' | 'underWay', number>

async function usageOf(tx: Db, file: Pick<NewFile, 'owner' | 'sender'>, now: Date): Promise<Usage> {
  const { rows } = await tx.execute<Usage>(usageQuery(file, now))
  return rows[0]! // an aggregate has one row
}

/** Every upload waits for this query, so each sum has an index that covers it. */
export function usageQuery({ owner, sender }: Pick<NewFile, 'owner' | 'sender'>, now: Date): SQL {
  const sum = sql`coalesce(sum(charged_bytes), 0)::float8`
  return sql`
    select kept, day, "senderDay", "siteDay", "underWay" from
      (select ${sum} as kept from stored_files where erased_at is null and owner = ${owner}) as all_of_owner,
      (select ${sum} as day, coalesce(sum(charged_bytes) filter (where sender = ${sender}), 0)::float8 as "senderDay",
          coalesce(sum(charged_bytes) filter (where starts_with(sender, ${sitePrefixOf(sender)})), 0)::float8 as "siteDay"
        from stored_files
        where sender is not null and received_at > ${dayBefore(now)} and erased_at is null and owner = ${owner}
      ) as today,
      (select ${sum} as "underWay" from stored_files where bytes = 0 and erased_at is null) as coming`
}

function dayBefore(now: Date) {
  return sql`${new Date(now.getTime() - dayMs).toISOString()}::timestamptz`
}
