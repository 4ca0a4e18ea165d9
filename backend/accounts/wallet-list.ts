import { eq } from 'drizzle-orm'
import { recordActivity } from '../activity/record'
import { type SensitiveCall, requireStepUp } from '../auth/second-factors/step-up'
import { notifyOwner, sendAfterAnswer } from '../auth/security-notifications'
import { type Db } from '../db/connect'
import { lockAccount } from '../db/lock-account'
import { type UserRow, users } from '../db/schema/users'
import { walletHours } from '../funds/rules'
import { isListOn } from '../funds/wallet-list'
import { type Services } from '../services'

/**
 * Switching the list of wallets on and off, after a step-up. Invariants: on holds at once, and ends a switching off; off takes as
 * long as a new wallet rests; the same again changes nothing and is told once.
 */

const hourMs = 3_600_000

/** @throws Refusal those of the step-up */
export const switchListOn = (services: Services, call: SensitiveCall): Promise<void> =>
  switchList(services, call, 'wallet_list_on', (user, now) =>
    Promise.resolve(
      isListOn(user, now) && user.walletListEndsAt === null
        ? null
        : { walletListOn: true, walletListEndsAt: null },
    ),
  )

/** @throws Refusal those of the step-up */
export const switchListOff = (services: Services, call: SensitiveCall): Promise<void> =>
  switchList(services, call, 'wallet_list_off', async (user, now, tx) =>
    !isListOn(user, now) || user.walletListEndsAt !== null
      ? null
      : {
          walletListOn: true,
          walletListEndsAt: new Date(now.getTime() + (await walletHours(tx)) * hourMs),
        },
  )

async function switchList(
  services: Services,
  call: SensitiveCall,
  kind: 'wallet_list_on' | 'wallet_list_off',
  /** Null: it is so already. @param now the product's time */
  change: (
    user: UserRow,
    now: Date,
    tx: Db,
  ) => Promise<Pick<UserRow, 'walletListOn' | 'walletListEndsAt'> | null>,
): Promise<void> {
  const { db, newId, productClock, realClock } = services
  const { id: userId } = call.caller.user
  await requireStepUp(services, call)
  const messages = await db.transaction(async (tx) => {
    const present = await lockAccount(tx, userId)
    const changed = await change(present, productClock.now(), tx)
    if (changed === null) return []
    await tx.update(users).set(changed).where(eq(users.id, userId))
    await recordActivity(tx, newId, { userId, at: realClock.now(), kind, origin: call })
    return notifyOwner(tx, services, present, { kind })
  })
  sendAfterAnswer(services, messages)
}
