import { and, eq, gte, isNotNull } from 'drizzle-orm'
import { recordActivity } from '../../activity/record'
import { type Db } from '../../db/connect'
import { lockAccount } from '../../db/lock-account'
import { recoveryCodes, secondFactors } from '../../db/schema/second-factors'
import { type UserRow } from '../../db/schema/users'
import { Refusal } from '../../domain/refusal'
import { type Services } from '../../services'
import { notifyOwner, sendAfterAnswer } from '../security-notifications'
import { factorsOf } from './factors'
import { cancelFactorRemoval } from './lost-factors'
import { dropRecoveryCodes, renewRecoveryCodes } from './recovery-codes'
import { restAfterFactorChange } from './rest-after-change'
import { type SensitiveCall, requireFactorIfAny } from './step-up'
import { endTrustedDevices } from './trusted-devices'

/**
 * Changing the factors of an account, after a step-up by one of them. Invariants: a removed factor ends the trust in
 * every browser, since it may be a lost device; with the last one go the recovery codes, which are no factor alone;
 * withdrawals rest; the owner is told.
 */

/** @throws Refusal step_up_required, not_found */
export async function renameFactor(
  services: Services,
  call: SensitiveCall & { id: string; name: string },
): Promise<void> {
  const { id, name } = call
  await requireFactorIfAny(services, call)
  const renamed = await services.db
    .update(secondFactors)
    .set({ name })
    .where(confirmedOf(id, call.caller.user))
    .returning({ id: secondFactors.id })
  if (renamed.length === 0) throw new Refusal('not_found')
}

/** @throws Refusal step_up_required, not_found */
export async function removeFactor(services: Services, call: SensitiveCall & { id: string }): Promise<void> {
  const { db, newId, realClock } = services
  const { user } = call.caller
  await requireFactorIfAny(services, call)
  const messages = await db.transaction(async (tx) => {
    const present = await lockAccount(tx, user.id)
    const [removed] = await tx
      .delete(secondFactors)
      .where(confirmedOf(call.id, user))
      .returning({ name: secondFactors.name })
    if (!removed) throw new Refusal('not_found')
    await endTrustedDevices(tx, { userId: user.id, now: realClock.now() })
    await recordActivity(tx, newId, {
      userId: user.id,
      at: realClock.now(),
      kind: 'factor_removed',
      origin: call,
    })
    if ((await factorsOf(tx, user.id)).length === 0) await dropRecoveryCodes(tx, user.id)
    await restAfterFactorChange(tx, services, user.id)
    const kept = await cancelFactorRemoval(tx, services, present)
    const event = { kind: 'factor_removed', values: { name: removed.name } } as const
    return [...kept, ...(await notifyOwner(tx, services, present, event))]
  })
  sendAfterAnswer(services, messages)
}

/** @throws Refusal step_up_required, not_found for an account without a factor */
export async function renewCodes(services: Services, call: SensitiveCall): Promise<string[]> {
  const { db, newId, realClock } = services
  const { user } = call.caller
  await requireFactorIfAny(services, call)
  const { codes, messages } = await db.transaction(async (tx: Db) => {
    const present = await lockAccount(tx, user.id)
    if ((await factorsOf(tx, user.id)).length === 0) throw new Refusal('not_found')
    const now = realClock.now()
    await recordActivity(tx, newId, {
      userId: user.id,
      at: now,
      kind: 'recovery_codes_renewed',
      origin: call,
    })
    await restAfterFactorChange(tx, services, user.id)
    return {
      codes: await renewRecoveryCodes(tx, services, { userId: user.id, now }),
      messages: await notifyOwner(tx, services, present, { kind: 'recovery_codes_renewed' }),
    }
  })
  sendAfterAnswer(services, messages)
  return codes
}

/** Whoever was at the account may have made them, and a passkey signs in by itself. Runs in the caller's transaction. */
export async function dropFactorsSince(
  tx: Db,
  { userId, since }: { userId: string; since: Date },
): Promise<void> {
  for (const table of [secondFactors, recoveryCodes])
    await tx.delete(table).where(and(eq(table.userId, userId), gte(table.createdAt, since)))
  if ((await factorsOf(tx, userId)).length === 0) await dropRecoveryCodes(tx, userId)
}

const confirmedOf = (id: string, { id: userId }: Pick<UserRow, 'id'>) =>
  and(eq(secondFactors.id, id), eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt))
