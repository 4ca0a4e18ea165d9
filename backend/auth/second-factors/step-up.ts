import { and, eq, gt, isNull } from 'drizzle-orm'
import { recordActivity } from '../../activity/record'
import { type Db } from '../../db/connect'
import { tokens } from '../../db/schema/access'
import { Refusal } from '../../domain/refusal'
import { OutsideFirst } from '../../idempotency/answer-once'
import { type Services } from '../../services'
import { requireCurrentPassword } from '../current-password'
import { placeOf } from '../sign-in-origin'
import { type Caller, type SteppedUp, type TokenOrigin } from '../tokens'
import { factorMethodsOf } from './factors'
import { proveFactor, proveStepUpCode, stepUpCodeInvalid } from './prove-factor'
import { hasStepUpCode, sendStepUpCode } from './step-up-codes'

/**
 * Step-up authentication before an action that could take an account or its money away, since a stolen bearer implies
 * neither the second factor nor the password. An account with a second factor proves it. Any other one types its
 * password again, and then a code that is sent to an address which it has confirmed before; the password alone is enough
 * where there is no such address. Invariants: a step-up lasts five minutes of real time, and holds for its own bearer at
 * its own place, the browser's family and the wide network: a copy of the cookie that is used elsewhere is not stepped
 * up.
 */

const steppedUpMs = 5 * 60_000

export const steppedUpUntil = (now: Date): Date => new Date(now.getTime() + steppedUpMs)

/** A call that is about to do such a thing. */
export interface SensitiveCall extends TokenOrigin {
  caller: Caller
  /** Undefined or empty if none was sent, which is no try. */
  currentPassword?: string
}

/**
 * Proves the second factor, or the code that was sent instead of one, and marks the caller's bearer.
 * @throws Refusal factor_code_invalid, step_up_code_invalid, too_many_requests
 */
export async function stepUp(
  services: Services,
  { caller, code, address, device }: TokenOrigin & { caller: Caller; code: string },
): Promise<Date> {
  const { user, tokenId } = caller
  const { db, realClock } = services
  const hasFactor = (await factorMethodsOf(db, user.id)) !== null
  const prove = hasFactor ? proveFactor : proveStepUpCode
  if (!hasFactor && !(await hasStepUpCode(db, { userId: user.id, tokenId, now: realClock.now() })))
    throw stepUpCodeInvalid()
  const origin = { userId: user.id, bearerId: tokenId, address, device }
  return prove(services, { ...origin, code }, async (tx) => ({
    result: await recordStepUp(tx, services, { caller, address, device }),
  }))
}

/** Marks the bearer, and records it for the owner to see. @returns until when it holds */
export async function recordStepUp(
  tx: Db,
  { newId, realClock }: Pick<Services, 'newId' | 'realClock'>,
  { caller: { user, tokenId }, ...origin }: TokenOrigin & { caller: Caller },
): Promise<Date> {
  const now = realClock.now()
  await recordActivity(tx, newId, { userId: user.id, at: now, kind: 'stepped_up', origin })
  return markSteppedUp(tx, tokenId, { ...origin, now })
}

/** @returns until when it holds */
export async function markSteppedUp(
  tx: Db,
  tokenId: string,
  { now, ...origin }: TokenOrigin & { now: Date },
): Promise<Date> {
  const until = steppedUpUntil(now)
  await tx
    .update(tokens)
    .set({ steppedUpUntil: until, steppedUpPlace: placeOf(origin) })
    .where(eq(tokens.id, tokenId))
  return until
}

/**
 * @param options.countedBy counts the tries of the password by this instead of the account
 * @throws Refusal step_up_required, and those of the password and of sending a code for an account without a second factor
 */
export async function requireStepUp(
  services: Services,
  call: SensitiveCall,
  options: { countedBy?: string } = {},
): Promise<void> {
  if (await isSteppedUp(services.db, services, call)) return
  await requirePasswordAndCode(services, call, options)
}

/**
 * The same for a call that has the password among its own fields: it is verified in any case.
 * @throws Refusal those of `requireStepUp`
 */
export async function requireStepUpAndPassword(
  services: Services,
  call: SensitiveCall & { currentPassword: string },
): Promise<void> {
  if (await isSteppedUp(services.db, services, call))
    await requireCurrentPassword(services, call.caller.user, call.currentPassword)
  else await requirePasswordAndCode(services, call)
}

/**
 * The step-up that the caller has come through a moment ago, with the account locked: its owner may have ended this bearer
 * meanwhile.
 * @throws Refusal unauthorized
 */
export async function heldStepUp(
  tx: Db,
  { caller, ...origin }: TokenOrigin & { caller: Caller },
): Promise<SteppedUp> {
  const { id, endedAt, steppedUpUntil, steppedUpPlace } = tokens
  const place = placeOf(origin)
  const [held] = await tx
    .select({ until: steppedUpUntil })
    .from(tokens)
    .where(and(eq(id, caller.tokenId), isNull(endedAt), eq(steppedUpPlace, place)))
  if (!held?.until) throw new Refusal('unauthorized')
  return { until: held.until, place }
}

/**
 * The step-up of an account with a second factor alone, for calls that an account without one has no use for.
 * @throws Refusal step_up_required
 */
export async function requireFactorIfAny(services: Services, call: SensitiveCall): Promise<void> {
  await isSteppedUp(services.db, services, call)
}

/**
 * The same for a keyed call, whose transaction must not stay open while a password is verified and a code is sent.
 * `ask` throws if the bearer is not stepped up; `confirm` looks once more, with the account's money locked, since its
 * owner may have added a factor or ended this bearer meanwhile.
 */
export function stepUpOfKeyedCall(services: Services, call: SensitiveCall) {
  return {
    async ask(tx: Db): Promise<void> {
      if (await isSteppedUp(tx, services, call)) return
      throw new OutsideFirst(() => requirePasswordAndCode(services, call))
    },
    async confirm(tx: Db): Promise<void> {
      if (!(await isSteppedUp(tx, services, call))) throw new Refusal('unauthorized')
    },
  }
}

/**
 * The password, and then a code by a confirmed channel, which the call has to come back for. Without such a channel the
 * password is the step-up.
 * @throws Refusal those of the password; step_up_required once the code is sent; too_many_requests
 */
async function requirePasswordAndCode(
  services: Services,
  { caller, currentPassword, address, device }: SensitiveCall,
  options: { countedBy?: string } = {},
): Promise<void> {
  await requireCurrentPassword(services, caller.user, currentPassword, options)
  const channel = await sendStepUpCode(services, { caller, address, device })
  if (channel) throw stepUpRequired(channel)
  await services.db.transaction((tx) => recordStepUp(tx, services, { caller, address, device }))
}

/** @param methods by what the caller can step up: those of its factors, or the channel that a code was sent by */
const stepUpRequired = (methods: string) => new Refusal('step_up_required', { params: { methods } })

/**
 * Whether the bearer was stepped up lately, here.
 * @throws Refusal step_up_required for an account with a second factor, if it was not
 */
async function isSteppedUp(
  db: Db,
  { realClock }: Pick<Services, 'realClock'>,
  { caller: { user, tokenId }, address, device }: SensitiveCall,
): Promise<boolean> {
  const { id, endedAt, steppedUpUntil, steppedUpPlace } = tokens
  const isHere = eq(steppedUpPlace, placeOf({ address, device }))
  const [present] = await db
    .select({ id })
    .from(tokens)
    .where(and(eq(id, tokenId), isNull(endedAt), gt(steppedUpUntil, realClock.now()), isHere))
  if (present) return true
  const methods = await factorMethodsOf(db, user.id)
  if (methods !== null) throw stepUpRequired(methods)
  return false
}
