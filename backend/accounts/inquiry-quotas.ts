import { eq, sql } from 'drizzle-orm'
import { networkOf, networksOfSite, sitePrefixOf } from '~/formats/network'
import { dayMs } from '../clock'
import { type Db } from '../db/connect'
import { locks } from '../db/locks'
import { inquiries, type inquiryKinds } from '../db/schema/operator'
import { tooManyRequests } from '../domain/refusal'
import { type Services } from '../services'

/**
 * How many inquiries visitors may leave in the operator's queue. They are counted in the database, so that the limit
 * holds for all backends together and over restarts. Without it, one script could fill tables that are never emptied.
 */
export interface InquiryQuotas {
  /** Of one network within 24 hours; of one IPv6 site this times `networksOfSite`. */
  perNetworkDay: number
  /** Of all networks together within 24 hours. */
  perDay: number
  /** Messages that wait for the operator at a time; each may be 20 KB. */
  openMessages: number
}

/** @param factor multiplies the quotas per day (`RATE_LIMIT_FACTOR`) */
export function createInquiryQuotas(factor: number): InquiryQuotas {
  const byFactor = (count: number) => Math.max(1, Math.round(count * factor))
  return { perNetworkDay: byFactor(50), perDay: byFactor(2_000), openMessages: 5_000 }
}

/** A refused visitor may retry in an hour. The exact time depends on other visitors too. */
const retryAfterS = 3600

interface Inquiry {
  kind: (typeof inquiryKinds)[number]
  /** Where it comes from: an address on the network. */
  from: string
}

type QuotaServices = Pick<Services, 'realClock' | 'inquiryQuotas' | 'log'>

/**
 * Refuses an inquiry over the quota before any work is done for it. It counts nothing and takes no lock.
 * @throws Refusal too_many_requests
 */
export async function refuseWithoutPlace(
  db: Db,
  { realClock, inquiryQuotas, log }: QuotaServices,
  { kind, from }: Inquiry,
): Promise<void> {
  const now = realClock.now()
  const { rows } = await db.execute<{ day: number; own: number; site: number }>(sql`
    select count(*)::int as day, (count(*) filter (where sender = ${networkOf(from)}))::int as own,
      (count(*) filter (where starts_with(sender, ${sitePrefixOf(from)})))::int as site
    from inquiries where received_at > ${dayBefore(now)}`)
  const { day, own, site } = rows[0]! // an aggregate has one row
  const { perNetworkDay } = inquiryQuotas
  if (own >= perNetworkDay || site >= perNetworkDay * networksOfSite) throw tooManyRequests(retryAfterS)
  if (day >= inquiryQuotas.perDay) {
    log.warn({ limit: inquiryQuotas.perDay }, 'inquiries are refused: the quota of the day is used up')
    throw tooManyRequests(retryAfterS)
  }
  if (kind === 'message' && (await openMessages(db)) >= inquiryQuotas.openMessages) {
    log.warn({ limit: inquiryQuotas.openMessages }, 'messages are refused: too many wait for an operator')
    throw tooManyRequests(retryAfterS)
  }
}

/**
 * Counts an inquiry that is about to be written in `tx`. The lock is held until the transaction ends, so that
 * concurrent inquiries can't exceed the quota.
 * @returns the columns of its row that record where it came from
 * @throws Refusal too_many_requests
 */
export async function takeInquiryQuota(
  tx: Db,
  services: QuotaServices,
  inquiry: Inquiry,
): Promise<{ sender: string; receivedAt: Date }> {
  await tx.execute(sql`select pg_advisory_xact_lock(${locks.inquiries})`)
  await refuseWithoutPlace(tx, services, inquiry)
  return { sender: networkOf(inquiry.from), receivedAt: services.realClock.now() }
}

/**
 * Erases the origins of earlier days' inquiries, and the hashes that identify equal ones: neither is needed any more.
 * @param now real time
 */
export async function forgetInquirers(db: Db, now: Date): Promise<void> {
  await db
    .update(inquiries)
    .set({ sender: null, receivedAt: null, fingerprint: null })
    .where(sql`received_at <= ${dayBefore(now)}`)
}

async function openMessages(tx: Db): Promise<number> {
  return tx.$count(inquiries, sql`${eq(inquiries.kind, 'message')} and ${eq(inquiries.status, 'open')}`)
}

function dayBefore(now: Date) {
  return sql`${new Date(now.getTime() - dayMs).toISOString()}::timestamptz`
}
