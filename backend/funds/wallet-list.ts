import { asc, eq } from 'drizzle-orm'
import { type CallOutput } from '~/contract/call'
import { type walletList } from '~/contract/extensions/wallet-list'
import { isSameAddress } from '~/formats/wallet-address.server'
import { type Db } from '../db/connect'
import { wallets } from '../db/schema/people'
import { paymentSystems } from '../db/schema/settings'
import { type UserRow, users } from '../db/schema/users'
import { type NetworkFamily } from '../domain/addresses'
import { Refusal } from '../domain/refusal'
import { walletHours } from './rules'
import { isUsedWallet } from './used-wallets'

/**
 * An investor's choice to withdraw to saved wallets alone. Invariants: with the list on, money goes to a wallet that was
 * saved `rest.walletHours` ago, or that it went to before and is saved; the list ends as many hours after it was switched
 * off; both are moments that are compared with the product's clock, under the lock of the investor's money.
 */

const hourMs = 3_600_000

type Choice = Pick<UserRow, 'walletListOn' | 'walletListEndsAt'>

export const isListOn = ({ walletListOn, walletListEndsAt: endsAt }: Choice, now: Date): boolean =>
  walletListOn && (endsAt === null || endsAt > now)

/** @throws Refusal wallet_not_listed, wallet_resting */
export async function refuseUnlisted(
  tx: Db,
  { userId, family, address, now }: { userId: string; family: NetworkFamily; address: string; now: Date },
): Promise<void> {
  const [owner] = await tx.select().from(users).where(eq(users.id, userId))
  if (!owner || !isListOn(owner, now)) return
  const saved = (await savedBy(tx, userId)).filter(
    ({ system, wallet }) => system.family === family && isSameAddress(wallet.address, address),
  )
  if (saved.length === 0) throw new Refusal('wallet_not_listed', { field: 'wallet' })
  const rests = await Promise.all(saved.map((one) => restOf(tx, one, now)))
  if (rests.includes(null)) return
  const until = new Date(Math.min(...rests.map(Number)))
  throw new Refusal('wallet_resting', { field: 'wallet', params: { until: until.toISOString() } })
}

/** The investor's choice and wallets, as the contract shows them. */
export async function walletListOf(
  db: Db,
  { userId, now }: { userId: string; now: Date },
): Promise<CallOutput<typeof walletList.read>> {
  const [owner] = await db.select().from(users).where(eq(users.id, userId))
  const on = owner !== undefined && isListOn(owner, now)
  return {
    on,
    endsAt: (on && owner.walletListEndsAt?.toISOString()) || null,
    hours: await walletHours(db),
    wallets: await Promise.all(
      (await savedBy(db, userId)).map(async (one) => ({
        system: one.system.id,
        network: one.system.network,
        address: one.wallet.address,
        restsUntil: (await restOf(db, one, now))?.toISOString() ?? null,
      })),
    ),
  }
}

type SavedWallet = Awaited<ReturnType<typeof savedBy>>[number]

const savedBy = (db: Db, userId: string) =>
  db
    .select({ wallet: wallets, system: paymentSystems })
    .from(wallets)
    .innerJoin(paymentSystems, eq(paymentSystems.id, wallets.systemId))
    .where(eq(wallets.userId, userId))
    .orderBy(asc(paymentSystems.position), asc(paymentSystems.id))

/** Until when no money goes to it; null if it may now. */
async function restOf(db: Db, { wallet, system }: SavedWallet, now: Date): Promise<Date | null> {
  const until = new Date(wallet.addedAt.getTime() + (await walletHours(db)) * hourMs)
  if (until <= now) return null
  const { userId, address } = wallet
  return (await isUsedWallet(db, { userId, family: system.family, address })) ? null : until
}
