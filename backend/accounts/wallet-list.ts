import { hourMs } from '../clock'
import { eq } from 'drizzle-orm'
import { recordActivity } from '../activity/record'
import { type SensitiveCall, requireStepUp } from '../auth/second-factors/step-up'
import { notifyOwner, sendAfterAnswer } from '../auth/security-notifications'
import { lockAccount } from '../db/lock-account'
import { users } from '../db/schema/users'
import { walletHours } from '../funds/rules'
import { isListOn } from '../funds/wallet-list'
import { type Services } from '../services'

/**
 * Switching the list of wallets on and off, after a step-up. Invariants: on holds at once, and ends a switching off; off takes as
 * long as a new wallet rests; the same again changes nothing and is told once.
 */

/** @throws Refusal those of the step-up */
export async function switchWalletList(
  services: Services,
  call: SensitiveCall,
  to: 'on' | 'off',
): Promise<void> {
  const { db, newId, productClock, realClock } = services
  const { id: userId } = call.caller.user
  await requireStepUp(services, call)
  const messages = await db.transaction(async (tx) => {
    const present = await lockAccount(tx, userId)
    const now = productClock.now()
    const state = !isListOn(present, now) ? 'off' : present.walletListEndsAt === null ? 'on' : 'ending'
    if (state === to || (state === 'ending' && to === 'off')) return []
    const walletListEndsAt = to === 'on' ? null : new Date(now.getTime() + (await walletHours(tx)) * hourMs)
    await tx.update(users).set({ walletListOn: true, walletListEndsAt }).where(eq(users.id, userId))
    const kind = `wallet_list_${to}` as const
    await recordActivity(tx, newId, { userId, at: realClock.now(), kind, origin: call })
    return notifyOwner(tx, services, present, { kind })
  })
  sendAfterAnswer(services, messages)
}
