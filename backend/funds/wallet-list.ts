import { hourMs } from '../clock'
import { and, asc, eq } from 'drizzle-orm'
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
 * Wallets that are new, and an investor's choice to withdraw to saved ones alone. Invariants: money goes to an address that
 * it never went to before `rest.walletHours` after the address was saved or named; with the list on, money goes to a wallet that was
 * saved `rest.walletHours` ago, or that it went to before and is saved; the list ends as many hours after it was switched
 * off; both are moments that are compared with the product's clock, under the lock of the investor's money.
 */

type Choice = Pick<UserRow, 'walletListOn' | 'walletListEndsAt'>

export const isListOn = ({ walletListOn, walletListEndsAt: endsAt }: Choice, now: Date): boolean =>
  walletListOn && (endsAt === null || endsAt > now)

/** Where a withdrawal goes. */
export interface Destination {
  userId: string
  family: NetworkFamily
  address: string
}

/** For an account whose list is on. @throws Refusal wallet_not_listed, wallet_resting */
export async function refuseUnlisted(
  tx: Db,
  { userId, family, address }: Destination,
  now: Date,
): Promise<void> {
  const listed = (await listedWallets(tx, userId, now)).filter(
    ({ system, wallet }) => system.family === family && isSameAddress(wallet.address, address),
  )
  if (listed.length === 0) throw new Refusal('wallet_not_listed', { field: 'wallet' })
  const rests = listed.flatMap(({ restsUntil }) => restsUntil ?? [])
  if (rests.length < listed.length) return
  const until = new Date(Math.min(...rests.map(Number)))
  throw new Refusal('wallet_resting', { field: 'wallet', params: { until: until.toISOString() } })
}

/**
 * Until when no money goes to an address that none went to before: as long as a new wallet rests after it was saved, or
 * from now on where it was not. Null: it may go now.
 */
export async function newWalletRest(db: Db, destination: Destination, now: Date): Promise<Date | null> {
  const restMs = (await walletHours(db)) * hourMs
  if (restMs === 0 || (await isUsedWallet(db, destination))) return null
  const { userId, family, address } = destination
  const saved = await db
    .select({ address: wallets.address, addedAt: wallets.addedAt })
    .from(wallets)
    .innerJoin(paymentSystems, eq(paymentSystems.id, wallets.systemId))
    .where(and(eq(wallets.userId, userId), eq(paymentSystems.family, family)))
  const since = saved.filter((one) => isSameAddress(one.address, address)).map(({ addedAt }) => addedAt)
  const until = new Date(Math.min(now.getTime(), ...since.map(Number)) + restMs)
  return until > now ? until : null
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
    wallets: (await listedWallets(db, userId, now)).map(({ wallet, system, restsUntil }) => ({
      system: system.id,
      network: system.network,
      address: wallet.address,
      restsUntil: restsUntil?.toISOString() ?? null,
    })),
  }
}

/** The saved wallets, each with the time until when no money goes to it; null if it may now. */
async function listedWallets(db: Db, userId: string, now: Date) {
  const saved = await db
    .select({ wallet: wallets, system: paymentSystems })
    .from(wallets)
    .innerJoin(paymentSystems, eq(paymentSystems.id, wallets.systemId))
    .where(eq(wallets.userId, userId))
    .orderBy(asc(paymentSystems.position), asc(paymentSystems.id))
  const restMs = (await walletHours(db)) * hourMs
  return Promise.all(
    saved.map(async ({ wallet, system }) => {
      const until = new Date(wallet.addedAt.getTime() + restMs)
      const { family } = system
      const rests = until > now && !(await isUsedWallet(db, { userId, family, address: wallet.address }))
      return { wallet, system, restsUntil: rests ? until : null }
    }),
  )
}
