import { and, eq, isNull } from 'drizzle-orm'
import { recordActivity } from '../../activity/record'
import { lockAccount } from '../../db/lock-account'
import { secondFactors } from '../../db/schema/second-factors'
import { Refusal } from '../../domain/refusal'
import { companyName } from '../company-name'
import { hashOfSecret } from '../random-secret'
import { maxFactors } from '../second-factors/enrol-totp'
import { type FactorRow, factorsOf } from '../second-factors/factors'
import { renewRecoveryCodes } from '../second-factors/recovery-codes'
import { restAfterFactorChange } from '../second-factors/rest-after-change'
import { type SensitiveCall, markSteppedUp, requireStepUp } from '../second-factors/step-up'
import { notifyOwner, sendAfterAnswer } from '../security-notifications'
import { newPasskeyChallenge, usePasskeyChallenge } from './challenges'
import { type PasskeyContext, passkeyOf, passkeysOf, readMadePasskey } from './credentials'

/**
 * Adding a passkey. Invariants: its options are given after a step-up alone, to one account; it is stored once the browser
 * has signed for them; the first factor of an account brings recovery codes, in the transaction that makes it count.
 */

/**
 * @returns `PublicKeyCredentialCreationOptionsJSON`, as text
 * @throws Refusal those of the step-up, factor_limit
 */
export async function addPasskeyOptions(
  { services, relyingParty }: PasskeyContext,
  call: SensitiveCall,
): Promise<string> {
  const { db } = services
  const { user } = call.caller
  await requireStepUp(services, call)
  const present = await factorsOf(db, user.id)
  if (present.length >= maxFactors) throw new Refusal('factor_limit')
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const options = await generateRegistrationOptions({
    rpName: await companyName(db),
    rpID: relyingParty.id,
    userName: user.login,
    userID: new TextEncoder().encode(user.id),
    challenge: newPasskeyChallenge(services, {
      purpose: 'add',
      holderId: user.id,
      factorsMark: markOf(present),
    }),
    excludeCredentials: await passkeysOf(db, user.id),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return JSON.stringify(options)
}

/**
 * Stores the passkey. The caller counts as stepped up then, as after any proof of a factor. One that the account has
 * already changes nothing: the call was sent again, since its answer was lost.
 * @returns the recovery codes; null unless this call has added the account's first factor
 * @throws Refusal passkey_invalid, passkey_known, factors_changed
 */
export async function addPasskey(
  context: PasskeyContext,
  { caller, name, credential, address, device }: SensitiveCall & { name: string; credential: string },
): Promise<{ id: string; recoveryCodes: string[] | null }> {
  const { services } = context
  const { db, newId, realClock } = services
  const { user, tokenId } = caller
  const userId = user.id
  const { messages, ...added } = await db.transaction(async (tx) => {
    const now = realClock.now()
    const present = await lockAccount(tx, userId)
    const stored = await passkeyOf(tx, credential)
    if (stored?.userId === userId) return { id: stored.id, recoveryCodes: null, messages: [] }
    const earlier = await factorsOf(tx, userId)
    const { made, challenge, factorsMark } = await readMadePasskey(context, credential, { userId })
    if (factorsMark !== markOf(earlier)) throw new Refusal('factors_changed')
    await usePasskeyChallenge(tx, services, challenge)
    const id = newId()
    const inserted = await tx
      .insert(secondFactors)
      .values({ id, userId, kind: 'passkey', name, ...made, createdAt: now, confirmedAt: now })
      .onConflictDoNothing({ target: secondFactors.credentialId })
      .returning({ id: secondFactors.id })
    if (inserted.length === 0) throw new Refusal('passkey_known')
    // A secret that was made before under fewer factors must not count without a step-up by one of them.
    await tx
      .delete(secondFactors)
      .where(and(eq(secondFactors.userId, userId), isNull(secondFactors.confirmedAt)))
    await recordActivity(tx, newId, { userId, at: now, kind: 'factor_added', origin: { address, device } })
    await markSteppedUp(tx, tokenId, { address, device, now })
    if (earlier.length > 0) await restAfterFactorChange(tx, services, userId)
    return {
      id,
      messages: await notifyOwner(tx, services, present, { kind: 'factor_added', values: { name } }),
      recoveryCodes: earlier.length > 0 ? null : await renewRecoveryCodes(tx, services, { userId, now }),
    }
  })
  sendAfterAnswer(services, messages)
  return added
}

/**
 * Options name the passkeys that the account has, so that a device makes no second one in place of the first. Those from before
 * another factor was added or removed are therefore void, as in a second tab.
 */
const markOf = (factors: readonly Pick<FactorRow, 'id'>[]): string =>
  hashOfSecret(factors.map(({ id }) => id).join(' '))
