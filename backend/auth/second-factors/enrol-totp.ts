import { and, eq, gt, isNull } from 'drizzle-orm'
import { recordActivity } from '../../activity/record'
import { type Db } from '../../db/connect'
import { lockAccount } from '../../db/lock-account'
import { secondFactors } from '../../db/schema/second-factors'
import { Refusal } from '../../domain/refusal'
import { type Services } from '../../services'
import { companyName } from '../company-name'
import { notifyOwner, sendAfterAnswer } from '../security-notifications'
import { type TokenOrigin, type Caller } from '../tokens'
import { countFactorTry, forgiveFactorTries } from './factor-tries'
import { factorsOf } from './factors'
import { acceptStep, codeInvalid, withoutSpaces } from './prove-factor'
import { renewRecoveryCodes } from './recovery-codes'
import { restAfterFactorChange } from './rest-after-change'
import { type SensitiveCall, markSteppedUp, requireStepUp } from './step-up'
import { newTotpSecret, totpStepOf, totpUri } from './totp'

/**
 * Adding an authenticator app. Invariants: a secret is made after a step-up alone, is told once, and counts only when a
 * code shows that the app has it; until then it lasts a quarter of an hour, and a new one replaces it; the first factor
 * of an account brings recovery codes, in the transaction that makes it count.
 */

const pendingMs = 15 * 60_000

/** More than anybody has devices. */
export const maxFactors = 10

/**
 * Makes a secret that waits for its first code.
 * @throws Refusal those of the step-up, factor_limit
 */
export async function addTotp(
  services: Services,
  call: SensitiveCall & { name: string },
): Promise<{ id: string; secret: string; uri: string }> {
  const { db, newId, realClock, seal } = services
  const { user } = call.caller
  await requireStepUp(services, call)
  const id = newId()
  const secret = newTotpSecret()
  await db.transaction(async (tx) => {
    await lockAccount(tx, user.id)
    if ((await factorsOf(tx, user.id)).length >= maxFactors) throw new Refusal('factor_limit')
    await tx
      .delete(secondFactors)
      .where(and(eq(secondFactors.userId, user.id), isNull(secondFactors.confirmedAt)))
    await tx.insert(secondFactors).values({
      id,
      userId: user.id,
      kind: 'totp',
      name: call.name,
      secretSealed: seal.seal(secret, id),
      createdAt: realClock.now(),
    })
  })
  return {
    id,
    secret,
    uri: totpUri(secret, { issuer: (await companyName(db)).replaceAll(':', ''), label: user.login }),
  }
}

/**
 * Confirms the app by a code. The caller counts as stepped up then, as after any proof of a factor.
 * @returns the recovery codes; null unless this is the account's first factor
 * @throws Refusal not_found, also for one that has waited too long; factor_code_invalid, too_many_requests
 */
export async function confirmTotp(
  services: Services,
  { caller, id, code, address, device }: TokenOrigin & { caller: Caller; id: string; code: string },
): Promise<string[] | null> {
  const { db, newId, realClock, seal } = services
  const userId = caller.user.id
  const origin = { userId, bearerId: caller.tokenId, address, device }
  await pendingOf(db, { id, userId, now: realClock.now() })
  await countFactorTry(services, origin, { isShort: true })
  const { messages, recoveryCodes } = await db.transaction(async (tx) => {
    const now = realClock.now()
    const present = await lockAccount(tx, userId)
    const pending = await pendingOf(tx, { id, userId, now })
    const step = totpStepOf(seal.open(pending.secretSealed!, id), withoutSpaces(code), now)
    if (step === null) throw codeInvalid()
    const isFirst = (await factorsOf(tx, userId)).length === 0
    await acceptStep(tx, id, { step, now })
    await tx.update(secondFactors).set({ confirmedAt: now }).where(eq(secondFactors.id, id))
    await forgiveFactorTries(tx, origin)
    await recordActivity(tx, newId, { userId, at: now, kind: 'factor_added', origin })
    await markSteppedUp(tx, caller.tokenId, { address, device, now })
    if (!isFirst) await restAfterFactorChange(tx, services, userId)
    return {
      messages: await notifyOwner(tx, services, present, {
        kind: 'factor_added',
        values: { name: pending.name },
      }),
      recoveryCodes: isFirst ? await renewRecoveryCodes(tx, services, { userId, now }) : null,
    }
  })
  sendAfterAnswer(services, messages)
  return recoveryCodes
}

async function pendingOf(db: Db, { id, userId, now }: { id: string; userId: string; now: Date }) {
  const [pending] = await db
    .select()
    .from(secondFactors)
    .where(
      and(
        eq(secondFactors.id, id),
        eq(secondFactors.userId, userId),
        isNull(secondFactors.confirmedAt),
        gt(secondFactors.createdAt, new Date(now.getTime() - pendingMs)),
      ),
    )
  if (!pending) throw new Refusal('not_found')
  return pending
}
