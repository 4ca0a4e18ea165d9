import { recordRefused } from '../../activity/record'
import { lockAccount } from '../../db/lock-account'
import { Refusal } from '../../domain/refusal'
import { cancelFactorRemoval } from '../second-factors/lost-factors'
import { recordStepUp } from '../second-factors/step-up'
import { sendAfterAnswer } from '../security-notifications'
import { type Caller, type TokenOrigin } from '../tokens'
import { newPasskeyChallenge } from './challenges'
import { type PasskeyContext, passkeysOf, usePasskey, verifyPasskey } from './credentials'

/**
 * @returns `PublicKeyCredentialRequestOptionsJSON`, as text, for the account's passkeys
 * @throws Refusal not_found for an account without one
 */
export async function passkeyStepUpOptions(
  { services, relyingParty }: PasskeyContext,
  { user, tokenId }: Caller,
): Promise<string> {
  const allowCredentials = await passkeysOf(services.db, user.id)
  if (allowCredentials.length === 0) throw new Refusal('not_found')
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  const options = await generateAuthenticationOptions({
    rpID: relyingParty.id,
    userVerification: 'required',
    allowCredentials,
    challenge: newPasskeyChallenge(services, { purpose: 'step-up', holderId: tokenId }),
  })
  return JSON.stringify(options)
}

/**
 * Proves a passkey and marks the caller's bearer.
 * @returns until when the step-up holds
 * @throws Refusal passkey_invalid
 */
export async function stepUpByPasskey(
  context: PasskeyContext,
  { caller, credential, address, device }: TokenOrigin & { caller: Caller; credential: string },
): Promise<Date> {
  const { services } = context
  const { db, newId, realClock } = services
  const { user, tokenId } = caller
  const origin = { address, device }
  try {
    const proved = await verifyPasskey(context, credential, {
      purpose: 'step-up',
      holderId: tokenId,
      userId: user.id,
    })
    const { messages, until } = await db.transaction(async (tx) => {
      const present = await lockAccount(tx, user.id)
      await usePasskey(tx, services, proved)
      return {
        messages: await cancelFactorRemoval(tx, services, present),
        until: await recordStepUp(tx, services, { caller, ...origin }),
      }
    })
    sendAfterAnswer(services, messages)
    return until
  } catch (error) {
    if (error instanceof Refusal && error.code === 'passkey_invalid')
      await recordRefused(db, newId, {
        ...{ userId: user.id, at: realClock.now(), origin },
        kind: 'factor_code_wrong',
      })
    throw error
  }
}
