/**
 * What keeps an investor's money from leaving by somebody else's hand. Invariants: a state is a moment that is compared
 * with the product's clock, so it ends by itself and a late job only notifies late; it is read under the lock of the
 * investor's money, so a withdrawal can't slip past a change that is being made.
 */
import { hourMs } from '../clock'
import { type SQL, and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { type CallOutput } from '~/contract/call'
import { type withdrawalSafety } from '~/contract/extensions/safety'
import { type restReasons } from '~/contract/rest-reasons'
import { type Db } from '../db/connect'
import { payments } from '../db/schema/transfers'
import { type UserRow, users } from '../db/schema/users'
import { Refusal } from '../domain/refusal'
import { restHours, withdrawalsStopped } from './rules'
import { type Destination, isListOn, newWalletRest, refuseUnlisted } from './wallet-list'

export type RestReason = (typeof restReasons)[number]

/**
 * New withdrawals of the account rest from now on. It is for the transaction of a change by which somebody else could
 * have come into the account; a rest that ends later stays.
 * @param change.now the product's time
 */
export async function restWithdrawals(
  tx: Db,
  { userId, reason, now }: { userId: string; reason: RestReason; now: Date },
): Promise<void> {
  const hours = await restHours(tx)
  if (hours === 0) return
  const until = new Date(now.getTime() + hours * hourMs)
  const { withdrawalsRestUntil } = users
  await tx
    .update(users)
    .set({ withdrawalsRestUntil: until, withdrawalsRestReason: reason })
    .where(
      and(
        eq(users.id, userId),
        eq(users.role, 'investor'),
        or(isNull(withdrawalsRestUntil), lt(withdrawalsRestUntil, until)),
      ),
    )
}

/**
 * Refuses a new withdrawal that the company's stop or the account's safety forbids.
 * @throws Refusal withdrawals_stopped, withdrawals_frozen, withdrawals_resting, wallet_not_listed, wallet_resting
 */
export async function refuseUnsafe(tx: Db, destination: Destination, now: Date): Promise<void> {
  if (await withdrawalsStopped(tx)) throw new Refusal('withdrawals_stopped')
  const user = await ownerOf(tx, destination.userId)
  if (user.frozenAt) throw new Refusal('withdrawals_frozen')
  const until = restOf(user, now)
  if (until) throw new Refusal('withdrawals_resting', { params: { until: until.toISOString() } })
  if (isListOn(user, now)) await refuseUnlisted(tx, destination, now)
}

/** No money leaves a frozen account. @throws Refusal withdrawals_frozen */
export async function refuseFrozen(tx: Db, userId: string): Promise<void> {
  if ((await ownerOf(tx, userId)).frozenAt) throw new Refusal('withdrawals_frozen')
}

/** What all withdrawals of an account wait for. */
export type AccountRest = Pick<UserRow, 'withdrawalsRestUntil' | 'withdrawalsRestReason'>

const noRest: AccountRest = { withdrawalsRestUntil: null, withdrawalsRestReason: null }

/** Until when something rests, and why. */
export interface Rest {
  until: Date
  reason: RestReason | 'wallet'
}

/**
 * What a withdrawal that was asked for waits for: its address was new, or the account was changed since. The later end
 * counts. It may have passed; null: there was nothing.
 */
export function restOfPayment(
  { restsUntil }: { restsUntil: Date | null },
  { withdrawalsRestUntil: until, withdrawalsRestReason: reason }: AccountRest = noRest,
): Rest | null {
  const account = until && reason ? { until, reason } : null
  const wallet = restsUntil && ({ until: restsUntil, reason: 'wallet' } as const)
  return account && wallet ? (account.until > wallet.until ? account : wallet) : (account ?? wallet)
}

/** In SQL: whether a withdrawal that was asked for does not leave yet. */
export const restsAt = (now: Date): SQL =>
  sql`coalesce(greatest(${payments.restsUntil}, ${users.withdrawalsRestUntil}), '-infinity') > ${now.toISOString()}::timestamptz`

/**
 * No money leaves while it rests.
 * @throws Refusal payment_resting
 */
export async function refuseResting(
  tx: Db,
  { userId, restsUntil }: { userId: string; restsUntil: Date | null },
  now: Date,
): Promise<void> {
  const rest = restOfPayment({ restsUntil }, await ownerOf(tx, userId))
  if (rest && rest.until > now)
    throw new Refusal('payment_resting', { params: { until: rest.until.toISOString() } })
}

type Safety = Pick<
  UserRow,
  'frozenAt' | 'withdrawalsRestUntil' | 'withdrawalsRestReason' | 'walletListOn' | 'walletListEndsAt'
>

/** Null: withdrawals do not rest. */
function restOf({ withdrawalsRestUntil: until }: Safety, now: Date): Date | null {
  return until && until > now ? until : null
}

/**
 * The state of the account, as its owner is shown it.
 * @param which.destination a wallet that is asked about as well
 */
export async function safetyOf(
  db: Db,
  { userId, destination, now }: { userId: string; destination?: Destination | null; now: Date },
): Promise<CallOutput<typeof withdrawalSafety.read>> {
  const user = await ownerOf(db, userId)
  const until = restOf(user, now)
  const walletRest = destination && (await newWalletRest(db, destination, now))
  return {
    ...(destination && { walletRestsUntil: walletRest?.toISOString() ?? null }),
    restsUntil: until && until.toISOString(),
    reason: until && user.withdrawalsRestReason,
    frozen: user.frozenAt !== null,
    stopped: await withdrawalsStopped(db),
  }
}

async function ownerOf(tx: Db, userId: string): Promise<Safety> {
  const { frozenAt, withdrawalsRestUntil, withdrawalsRestReason, walletListOn, walletListEndsAt } = users
  const [owner] = await tx
    .select({ frozenAt, withdrawalsRestUntil, withdrawalsRestReason, walletListOn, walletListEndsAt })
    .from(users)
    .where(eq(users.id, userId))
  if (!owner) throw new Refusal('not_found')
  return owner
}
