/**
 * What keeps an investor's money from leaving by somebody else's hand. Invariants: a state is a moment that is compared
 * with the product's clock, so it ends by itself and a late job only notifies late; it is read under the lock of the
 * investor's money, so a withdrawal can't slip past a change that is being made.
 */
import { hourMs } from '../clock'
import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { type CallOutput } from '~/contract/call'
import { type withdrawalSafety } from '~/contract/extensions/safety'
import { type Db } from '../db/connect'
import { type UserRow, type restReasons, users } from '../db/schema/users'
import { Refusal } from '../domain/refusal'
import { restHours } from './rules'
import { type Destination, isListOn, refuseUnlisted } from './wallet-list'

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
 * Refuses a new withdrawal that the account's safety forbids.
 * @throws Refusal withdrawals_frozen, withdrawals_resting, wallet_not_listed, wallet_resting
 */
export async function refuseUnsafe(tx: Db, destination: Destination, now: Date): Promise<void> {
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

type Safety = Pick<
  UserRow,
  'frozenAt' | 'withdrawalsRestUntil' | 'withdrawalsRestReason' | 'walletListOn' | 'walletListEndsAt'
>

/** Null: withdrawals do not rest. */
function restOf({ withdrawalsRestUntil: until }: Safety, now: Date): Date | null {
  return until && until > now ? until : null
}

/** The state of the account, as its owner is shown it. */
export async function safetyOf(
  db: Db,
  { userId, now }: { userId: string; now: Date },
): Promise<CallOutput<typeof withdrawalSafety.read>> {
  const user = await ownerOf(db, userId)
  const until = restOf(user, now)
  return {
    restsUntil: until && until.toISOString(),
    reason: until && user.withdrawalsRestReason,
    frozen: user.frozenAt !== null,
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
