import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { recordRefused } from '../../activity/record'
import { type Db } from '../../db/connect'
import { lockAccount } from '../../db/lock-account'
import { secondFactors } from '../../db/schema/second-factors'
import { type UserRow } from '../../db/schema/users'
import { Refusal } from '../../domain/refusal'
import { type Services } from '../../services'
import { cancelContactReplacement } from '../replace-contacts'
import { notifyOwner, sendAfterAnswer } from '../security-notifications'
import { type TryOrigin, countFactorTry, forgiveFactorTries, isGuessingNews } from './factor-tries'
import { factorsOf } from './factors'
import { cancelFactorRemoval } from './lost-factors'
import { recoveryCodesLeft, useRecoveryCode } from './recovery-codes'
import { placeOf } from '../sign-in-origin'
import { useStepUpCode } from './step-up-codes'
import { isTotpCode, totpStepOf } from './totp'

/**
 * Proving a second factor by a typed code: one of an authenticator app, or a recovery code. Invariants: the try counts
 * before the code is compared; a code that is accepted is used up in the transaction of what it allows, so that of two
 * requests with one code the second is refused; a refusal by what it allows leaves the code good.
 * @param then what the code allows, with the account locked
 * @throws Refusal factor_code_invalid, too_many_requests, unauthorized on an erased account, those of `then`
 */
export function proveFactor<Result>(
  services: Services,
  { code, ...origin }: TryOrigin & { code: string },
  then: Then<Result>,
): Promise<Result> {
  const typed = withoutSpaces(code)
  const use: Use = (tx, present) =>
    useCode(tx, services, present, { code: typed, now: services.realClock.now() })
  return prove(services, { ...origin, isShort: isTotpCode(typed) }, use, then)
}

/** The same by the code that was sent to the bearer of an account without a factor. */
export function proveStepUpCode<Result>(
  services: Services,
  { code, ...origin }: TryOrigin & { code: string },
  then: Then<Result>,
): Promise<Result> {
  const use: Use = async (tx, present) => {
    const bearer = { userId: present.id, tokenId: origin.bearerId, place: placeOf(origin) }
    const typed = { ...bearer, code, now: services.realClock.now() }
    if (!(await useStepUpCode(tx, typed))) return null
    return { messages: await cancelContactReplacement(tx, services, present) }
  }
  return prove(services, { ...origin, isShort: true }, use, then, stepUpCodeInvalid)
}

/** What a right code allows, with the account locked. */
type Then<Result> = (tx: Db, present: UserRow) => Promise<{ result: Result; messages?: string[] }>

/** Compares a code and uses it up; null if it is wrong. */
type Use = (tx: Db, present: UserRow) => Promise<{ messages: string[] } | null>

async function prove<Result>(
  services: Services,
  { isShort, ...origin }: TryOrigin & { isShort: boolean },
  use: Use,
  then: Then<Result>,
  wrong = codeInvalid,
): Promise<Result> {
  const tries = await countFactorTry(services, origin, { isShort })
  const { db, newId, realClock } = services
  const { messages, proved } = await db.transaction(async (tx) => {
    const present = await lockAccount(tx, origin.userId)
    const used = await use(tx, present)
    if (!used) {
      const isNews = await isGuessingNews(tx, { userId: present.id, tries, now: realClock.now() })
      const alarm = isNews ? await notifyOwner(tx, services, present, { kind: 'factor_guessed' }) : []
      return { messages: alarm, proved: null }
    }
    await forgiveFactorTries(tx, origin)
    const kept = await cancelFactorRemoval(tx, services, present)
    const { result, messages: more = [] } = await then(tx, present)
    return { messages: [...used.messages, ...kept, ...more], proved: { result } }
  })
  sendAfterAnswer(services, messages)
  if (!proved) {
    const { userId, address, device } = origin
    const refused = { userId, at: realClock.now(), origin: { address, device } }
    await recordRefused(db, newId, { ...refused, kind: 'factor_code_wrong' })
    throw wrong()
  }
  return proved.result
}

async function useCode(
  tx: Db,
  services: Services,
  present: UserRow,
  typed: { code: string; now: Date },
): Promise<{ messages: string[] } | null> {
  if (isTotpCode(typed.code))
    return (await useTotpCode(tx, services, present.id, typed)) ? { messages: [] } : null
  if (!(await useRecoveryCode(tx, services, { userId: present.id, ...typed }))) return null
  const left = String(await recoveryCodesLeft(tx, present.id))
  return {
    messages: await notifyOwner(tx, services, present, { kind: 'recovery_code_used', values: { left } }),
  }
}

/** Of several apps the one whose code it is. Two of the same step and code are as good as impossible. */
async function useTotpCode(
  tx: Db,
  { seal }: Services,
  userId: string,
  { code, now }: { code: string; now: Date },
): Promise<boolean> {
  for (const { id, kind, secretSealed } of await factorsOf(tx, userId)) {
    const step = kind === 'totp' ? totpStepOf(seal.open(secretSealed!, id), code, now) : null
    if (step !== null && (await acceptStep(tx, id, { step, now }))) return true
  }
  return false
}

/** Each time step of a factor is accepted once, and none before the last accepted one. */
export async function acceptStep(
  tx: Db,
  id: string,
  { step, now }: { step: number; now: Date },
): Promise<boolean> {
  const accepted = await tx
    .update(secondFactors)
    .set({ lastStep: step, lastUsedAt: now })
    .where(
      and(eq(secondFactors.id, id), or(isNull(secondFactors.lastStep), lt(secondFactors.lastStep, step))),
    )
    .returning({ id: secondFactors.id })
  return accepted.length > 0
}

/** People type codes as they are shown: in groups. */
export const withoutSpaces = (code: string): string => code.replace(/[\s\u2010-\u2015-]/g, '')

export const stepUpCodeInvalid = () => new Refusal('step_up_code_invalid', { field: 'code' })

export const codeInvalid = () => new Refusal('factor_code_invalid', { field: 'code' })
