import { and, asc, eq, inArray } from 'drizzle-orm'
import { type Complete } from '~/contract/reading'
import { type FieldProblem } from '~/contract/errors'
import { type Wallet } from '~/contract/user-data'
import { isSameAddress } from '~/formats/wallet-address.server'
import { lockAccount } from '../db/lock-account'
import { type Db } from '../db/connect'
import { wallets } from '../db/schema/people'
import { paymentSystems } from '../db/schema/settings'
import { isAddress } from '../domain/addresses'
import { Refusal } from '../domain/refusal'
import { isUsedWallet } from '../funds/used-wallets'

/**
 * Saved wallets, one a payment system. Invariants: no address is saved that its network could not pay to, and
 * of a list with one wrong address nothing is saved.
 */

export interface WalletChange {
  system: string
  /** Empty removes the wallet of the system. */
  address: string
}

/** The investor's wallets in the company's order of systems. */
export async function walletsOf(db: Db, userId: string): Promise<Complete<typeof Wallet>[]> {
  const rows = await db
    .select({ wallet: wallets, currency: paymentSystems.currency, network: paymentSystems.network })
    .from(wallets)
    .innerJoin(paymentSystems, eq(paymentSystems.id, wallets.systemId))
    .where(eq(wallets.userId, userId))
    .orderBy(asc(paymentSystems.position), asc(paymentSystems.id))
  return rows.map(({ wallet, currency, network }) => ({
    system: wallet.systemId,
    currency,
    network,
    address: wallet.address,
    updatedAt: wallet.updatedAt.toISOString(),
  }))
}

/**
 * Saves the wallets that are named; those of other systems stay.
 * @throws Refusal wallet_invalid with each address that its network does not know, validation with each system that is
 * unknown or named twice, unauthorized on an account that is erased
 */
export async function saveWallets(
  db: Db,
  { userId, changes, now }: { userId: string; changes: WalletChange[]; now: Date },
  options: SaveOptions = {},
): Promise<void> {
  const { authorize, onNewWallet, record } = options
  const systems = await refuseWrong(db, changes)
  const removed = changes.filter(({ address }) => address === '').map(({ system }) => system)
  const saved = changes.filter(({ address }) => address !== '')
  // Before the account is locked: a password takes time to verify, and sending a code locks the account itself.
  const needsAuthority = async (tx: Db) =>
    (await newAmong(tx, userId, saved, systems)).length > 0 || (await holdsAny(tx, userId, removed))
  const isAuthorized = await needsAuthority(db)
  if (isAuthorized) await authorize?.()
  const { isOutdated } = await db.transaction(async (tx) => {
    await lockAccount(tx, userId)
    // Removed, saved or replaced by another request in between: begun again, outside of the lock.
    if (!isAuthorized && (await needsAuthority(tx))) return { isOutdated: true }
    const fresh = await newAmong(tx, userId, saved, systems)
    const before = new Map(
      (await tx.select().from(wallets).where(eq(wallets.userId, userId))).map((one) => [one.systemId, one]),
    )
    const networkOf = (system: string) => systems.get(system)!.network // `refuseWrong` has found it
    if (removed.length > 0) {
      await tx.delete(wallets).where(and(eq(wallets.userId, userId), inArray(wallets.systemId, removed)))
    }
    for (const system of removed) {
      const address = before.get(system)?.address
      if (address !== undefined) await record?.(tx, 'wallet_removed', { address, network: networkOf(system) })
    }
    for (const { system, address } of saved) {
      const isKept = isSameAddress(before.get(system)?.address ?? '', address)
      await tx
        .insert(wallets)
        .values({ userId, systemId: system, address, addedAt: now, updatedAt: now })
        .onConflictDoUpdate({
          target: [wallets.userId, wallets.systemId],
          set: { address, updatedAt: now, ...(!isKept && { addedAt: now }) },
        })
      if (!isKept) await record?.(tx, 'wallet_saved', { address, network: networkOf(system) })
    }
    for (const { system, address } of fresh) await onNewWallet?.(tx, { address, network: networkOf(system) })
    return { isOutdated: false }
  })
  if (isOutdated) await saveWallets(db, { userId, changes, now }, options)
}

interface SaveOptions {
  /**
   * Called before anything is changed where an address is new to the investor or a saved one is removed; refuses by
   * throwing.
   */
  authorize?: () => Promise<void>
  /** Called for each of them in the transaction that saves it. */
  onNewWallet?: (tx: Db, wallet: { address: string; network: string }) => Promise<void>
  /** Called for each change in its transaction. */
  record?: (
    tx: Db,
    kind: 'wallet_saved' | 'wallet_removed',
    wallet: { address: string; network: string },
  ) => Promise<void>
}

/** Whether the investor has a saved wallet of one of the systems. */
async function holdsAny(tx: Db, userId: string, systems: string[]): Promise<boolean> {
  if (systems.length === 0) return false
  const ofThese = and(eq(wallets.userId, userId), inArray(wallets.systemId, systems))
  return (await tx.$count(wallets, ofThese)) > 0
}

/** Those that are neither saved for their system already nor known by a completed withdrawal. */
async function newAmong(
  tx: Db,
  userId: string,
  changes: WalletChange[],
  systems: Map<string, typeof paymentSystems.$inferSelect>,
): Promise<WalletChange[]> {
  if (changes.length === 0) return []
  const saved = await tx.select().from(wallets).where(eq(wallets.userId, userId))
  const fresh: WalletChange[] = []
  for (const { system, address } of changes) {
    if (saved.some((one) => one.systemId === system && isSameAddress(one.address, address))) continue
    const { family } = systems.get(system)! // `refuseWrong` has found it
    if (!(await isUsedWallet(tx, { userId, family, address }))) fresh.push({ system, address })
  }
  return fresh
}

/** Validates all of them first, so that the reader sees every wrong field at once. Returns the systems by id. */
async function refuseWrong(
  db: Db,
  changes: WalletChange[],
): Promise<Map<string, typeof paymentSystems.$inferSelect>> {
  const rows = await db.select().from(paymentSystems)
  const systems = new Map(rows.map((row) => [row.id, row]))
  const fields: Record<string, Omit<FieldProblem, 'message'>> = {}
  for (const [at, { system: id, address }] of changes.entries()) {
    const system = systems.get(id)
    const isRepeated = changes.findIndex((change) => change.system === id) < at
    if (!system || isRepeated) {
      fields[`wallets.${at}.system`] = { code: 'invalid' }
    } else if (address !== '' && !isAddress(system.family, address)) {
      const params = { network: system.network }
      fields[`wallets.${at}.address`] = { code: 'wallet_invalid', params }
    }
  }
  const wrong = Object.values(fields)
  const invalid = wrong.find(({ code }) => code === 'wallet_invalid')
  if (invalid) throw new Refusal('wallet_invalid', { params: invalid.params, fields })
  if (wrong.length > 0) throw new Refusal('validation', { fields })
  return systems
}
