/**
 * Addresses that top-ups are paid to. Invariants: an investor has one address of each payment system, for any number of
 * requests and concurrent ones, so repeated requests use up none; an address that was ever paid to is that investor's
 * for good. An unpaid one is given to another investor after a rest that is longer than any network keeps a transfer
 * waiting, and before a fresh one is used; accounts that have never paid get few in a day. Only a demonstration gives
 * out addresses without an owner.
 */
import { and, asc, eq, isNotNull, isNull, lte, notInArray, sql, type SQL } from 'drizzle-orm'
import { dayMs } from '../clock'
import { type Db } from '../db/connect'
import { paymentSystems } from '../db/schema/settings'
import { receivingAddresses } from '../db/schema/transfers'
import { fictitiousAddress } from '../domain/addresses'
import { locks } from '../db/locks'
import { Unavailable } from '../domain/refusal'
import { tooManyRequests } from '../domain/refusal'
import { type FundsContext } from './context'

export type SystemRow = typeof paymentSystems.$inferSelect

/** Rest of an address that was never paid to. A network drops an unconfirmed transfer within two weeks. */
export const restDays = 30

/**
 * The address that an investor pays to, reserved for that investor at least until `expiresAt` and a rest period after
 * it. The caller has locked the account: of two concurrent requests the second finds the address of the first.
 * @throws Unavailable when the company has none left, too_many_requests where accounts that have never paid took too many
 */
export async function addressFor(
  tx: Db,
  context: FundsContext,
  system: SystemRow,
  { userId, expiresAt }: { userId: string; expiresAt: Date },
): Promise<string> {
  const { systemId, address, restsFrom, retired } = receivingAddresses
  const [own] = await tx
    .update(receivingAddresses)
    .set({ restsFrom: sql`greatest(${restsFrom}, ${expiresAt.toISOString()}::timestamptz)` })
    .where(and(eq(systemId, system.id), eq(receivingAddresses.userId, userId), eq(retired, false)))
    .returning({ address })
  if (own) return own.address

  const { demo, now, newId } = context
  if (!demo) await refuseHoarding(tx, context, { systemId: system.id, userId })
  // A demonstration makes up as many as it needs, so none has to be reused.
  const free = (demo ? null : await firstRested(tx, system.id, now)) ?? (await oldestFresh(tx, system.id))
  const bound = { userId, restsFrom: expiresAt, retired: false }
  if (free) {
    await tx.update(receivingAddresses).set(bound).where(eq(address, free))
    return free
  }
  if (!demo) throw new Unavailable(`there is no receiving address left for ${system.id}`)
  const made = fictitiousAddress(system.family, `${system.id} ${userId}`)
  const row = { id: newId(), systemId: system.id, address: made, createdAt: now, ...bound }
  await tx.insert(receivingAddresses).values(row)
  return made
}

/**
 * Makes a payment processor's address the investor's instead of the one before, which stays theirs and is shown for no new
 * request. The caller has locked the account.
 * @throws Unavailable for an address that was given out before
 */
export async function replaceAddress(
  tx: Db,
  { now, newId }: FundsContext,
  system: SystemRow,
  { userId, expiresAt, address }: { userId: string; expiresAt: Date; address: string },
): Promise<string> {
  const { systemId, retired } = receivingAddresses
  // Kept, since the processor would never give it to this company again.
  await tx
    .update(receivingAddresses)
    .set({
      retired: true,
      keptSince: sql`coalesce(${receivingAddresses.keptSince}, ${now.toISOString()}::timestamptz)`,
    })
    .where(and(eq(systemId, system.id), eq(receivingAddresses.userId, userId), eq(retired, false)))
  const row = { id: newId(), systemId: system.id, address, userId, restsFrom: expiresAt, createdAt: now }
  const added = await tx
    .insert(receivingAddresses)
    .values({ ...row, keptSince: now })
    .onConflictDoNothing()
    .returning({ address: receivingAddresses.address })
  if (added.length === 0) throw new Unavailable('the address was given out before')
  return address
}

/**
 * How many addresses the accounts of one network that have never paid can take in a day, of all payment systems
 * together.
 */
const maxOfNetwork = 10
/**
 * When few addresses of a system are left, all accounts that have never paid can take this part of the warning
 * threshold in a day.
 */
const partOfLow = 5

interface Taken extends Record<string, unknown> {
  in_all: number
  of_network: number
  oldest: string | null
  free: number
}

/**
 * Refuses a first address to an account that has never paid, if such accounts took too many within a day: from a
 * network that this account has used too, or of a payment system with few addresses left. A lock makes concurrent
 * requests run one after another, so that all of them are counted.
 */
async function refuseHoarding(
  tx: Db,
  { now, lowAddresses = 0 }: FundsContext,
  { systemId, userId }: { systemId: string; userId: string },
): Promise<void> {
  const hasPaid = (id: SQL) =>
    sql`exists (select 1 from refills where user_id = ${id} and status = 'topped_up')`
  const { rows: paid } = await tx.execute(sql`select 1 where ${hasPaid(sql`${userId}`)}`)
  if (paid.length > 0) return
  await tx.execute(sql`select pg_advisory_xact_lock(${locks.addresses}::bigint)`)
  const dayAgo = sql`${new Date(now.getTime() - dayMs).toISOString()}::timestamptz`
  const { rows } = await tx.execute<Taken>(sql`
    with taken as (
      select system_id, user_id, taken_at from receiving_addresses cross join lateral (
        select min(created_at) as taken_at from refills
        where refills.user_id = receiving_addresses.user_id and refills.wallet = receiving_addresses.address
      ) as first
      where kept_since is null and rests_from > ${dayAgo} and taken_at > ${dayAgo}
        and not ${hasPaid(sql`receiving_addresses.user_id`)}
    ), of_network as (
      select taken_at from taken where user_id in (
        select theirs.user_id from account_traces as own join account_traces as theirs using (kind, value)
        where own.user_id = ${userId} and kind = 'network'
      )
    ), in_all as (
      select taken_at from taken where system_id = ${systemId}
    )
    select (select count(*)::int from of_network) as of_network, (select count(*)::int from in_all) as in_all,
      (select min(taken_at) from (select * from of_network union all select * from in_all) as counted) as oldest,
      (select count(*)::int from receiving_addresses
        where system_id = ${systemId} and (user_id is null or ${hasRested(now)})) as free`)
  const { in_all: inAll, of_network: ofNetwork, oldest, free } = rows[0]! // an aggregate always has one row
  const maxInAll = Math.ceil(lowAddresses / partOfLow)
  if (ofNetwork < maxOfNetwork && (free >= lowAddresses || inAll < maxInAll)) return
  throw tooManyRequests((new Date(oldest!).getTime() + dayMs - now.getTime()) / 1000) // one was counted
}

/** Money arrived for the investor: the address is theirs permanently, unless it was reassigned. */
export async function keepAddress(
  tx: Db,
  { wallet, userId }: { wallet: string; userId: string },
  now: Date,
): Promise<void> {
  const { address, keptSince } = receivingAddresses
  await tx
    .update(receivingAddresses)
    .set({ keptSince: now })
    .where(and(eq(address, wallet), eq(receivingAddresses.userId, userId), isNull(keptSince)))
}

/** Blocks other transactions that credit a transfer to the address until this one has ended. */
export async function lockAddress(tx: Db, wallet: string): Promise<void> {
  const { id, address } = receivingAddresses
  await tx.select({ id }).from(receivingAddresses).where(eq(address, wallet)).for('update')
}

/** The request was rejected but may have been paid. An address that isn't kept rests from now on. */
export async function letRest(
  tx: Db,
  { wallet, userId }: { wallet: string; userId: string },
  now: Date,
): Promise<void> {
  const { address, restsFrom } = receivingAddresses
  await tx
    .update(receivingAddresses)
    .set({ restsFrom: sql`greatest(${restsFrom}, ${now.toISOString()}::timestamptz)` })
    .where(and(eq(address, wallet), eq(receivingAddresses.userId, userId)))
}

export interface AddressSupply {
  systemId: string
  title: string
  /** Addresses that the next investors can be given: fresh ones, and those that have rested long enough. */
  free: number
}

/**
 * How many addresses are left of each payment system that takes top-ups, in the company's order. A demonstration lists
 * only those that it has in stock, since it makes up the others.
 * @param at.processorSystems systems that a payment processor makes addresses for: they need no stock, and are left out
 */
export async function addressSupply(
  db: Db,
  {
    now,
    demo,
    processorSystems = [],
  }: Pick<FundsContext, 'now' | 'demo'> & { processorSystems?: readonly string[] },
): Promise<AddressSupply[]> {
  const { id, title, position, refillEnabled } = paymentSystems
  const { systemId, userId } = receivingAddresses
  const free = demo ? isNull(userId) : sql`(${userId} is null or ${hasRested(now)})`
  const rows = await db
    .select({
      systemId: id,
      title,
      free: sql<number>`count(*) filter (where ${receivingAddresses.id} is not null and ${free})::int`,
    })
    .from(paymentSystems)
    .leftJoin(receivingAddresses, eq(systemId, id))
    .where(and(eq(refillEnabled, true), notInArray(id, [...processorSystems])))
    .groupBy(id)
    .orderBy(asc(position), asc(id))
  return demo ? rows.filter((row) => row.free > 0) : rows
}

const hasRested = (now: Date) =>
  and(
    isNotNull(receivingAddresses.userId),
    isNull(receivingAddresses.keptSince),
    lte(receivingAddresses.restsFrom, new Date(now.getTime() - restDays * dayMs)),
  )

/**
 * The address that was never paid to and has rested longest. One that its investor is requesting right now is skipped.
 */
async function firstRested(tx: Db, system: string, now: Date): Promise<string | null> {
  const { address, systemId, restsFrom } = receivingAddresses
  const [rested] = await tx
    .select({ address })
    .from(receivingAddresses)
    .where(and(eq(systemId, system), hasRested(now)))
    .orderBy(asc(restsFrom))
    .limit(1)
    .for('update', { skipLocked: true })
  return rested?.address ?? null
}

async function oldestFresh(tx: Db, system: string): Promise<string | null> {
  const { address, systemId, userId, createdAt } = receivingAddresses
  const [fresh] = await tx
    .select({ address })
    .from(receivingAddresses)
    .where(and(eq(systemId, system), isNull(userId)))
    .orderBy(asc(createdAt))
    .limit(1)
    .for('update', { skipLocked: true })
  return fresh?.address ?? null
}
