import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { and, eq, isNotNull, lt, or } from 'drizzle-orm'
import { z } from 'zod'
import { type Db } from '../../db/connect'
import { secondFactors } from '../../db/schema/second-factors'
import { type Services } from '../../services'
import { type FactorRow, factorsOf } from '../second-factors/factors'
import { openPasskeyChallenge, passkeyInvalid, usePasskeyChallenge } from './challenges'
import { type RelyingParty } from './relying-party'

/**
 * What browsers send of passkeys. Invariants: every passkey has verified its owner (PIN, fingerprint) when it was made
 * and whenever it signs, so that it stands for the password and the second factor; its count of signatures grows, or a
 * copy of it is in use.
 */

export interface PasskeyContext {
  services: Services
  relyingParty: RelyingParty
}

/** A proof that the library has found right, and that is not used up yet. */
export interface ProvedPasskey {
  factor: FactorRow
  challenge: string
  signCount: number
}

/**
 * Proves that a known passkey has signed a challenge for this purpose.
 * @param credential `AuthenticationResponseJSON`, as text
 * @param purpose.userId whose passkey it must be; undefined for a sign-in
 * @throws Refusal passkey_invalid
 */
export async function verifyPasskey(
  { services, relyingParty }: PasskeyContext,
  credential: string,
  purpose: { purpose: 'sign-in' | 'step-up'; holderId: string | null; userId?: string },
): Promise<ProvedPasskey> {
  const response = parseCredential<AuthenticationResponseJSON>(credential)
  const factor = await passkeyOf(services.db, credential)
  if (!factor?.publicKey || (purpose.userId !== undefined && factor.userId !== purpose.userId))
    throw passkeyInvalid()
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  let challenge = ''
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge(signed) {
      challenge = signed
      return openPasskeyChallenge(services, signed, purpose) !== null
    },
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    credential: {
      id: response.id,
      publicKey: new Uint8Array(Buffer.from(factor.publicKey, 'base64url')),
      counter: factor.signCount,
    },
  }).catch(() => null)
  if (!verified?.verified) throw passkeyInvalid()
  return { factor, challenge, signCount: verified.authenticationInfo.newCounter }
}

/**
 * Uses the proof up, in the transaction of what it allows.
 * @throws Refusal passkey_invalid if it was used before, or the passkey was removed meanwhile
 */
export async function usePasskey(
  tx: Db,
  services: Services,
  { factor, challenge, signCount }: ProvedPasskey,
): Promise<void> {
  await usePasskeyChallenge(tx, services, challenge)
  const grows = or(lt(secondFactors.signCount, signCount), eq(secondFactors.signCount, 0))
  const used = await tx
    .update(secondFactors)
    .set({ signCount, lastUsedAt: services.realClock.now() })
    .where(and(eq(secondFactors.id, factor.id), grows))
    .returning({ id: secondFactors.id })
  if (used.length === 0) throw passkeyInvalid()
}

/** A passkey that a browser has made, as it is stored. */
export interface MadePasskey {
  credentialId: string
  publicKey: string
  signCount: number
  transports: string[]
}

/**
 * @param credential `RegistrationResponseJSON`, as text
 * @returns also the mark of the factors that the account had when its options were made
 * @throws Refusal passkey_invalid
 */
export async function readMadePasskey(
  { services, relyingParty }: PasskeyContext,
  credential: string,
  { userId }: { userId: string },
): Promise<{ made: MadePasskey; challenge: string; factorsMark: string | undefined }> {
  const response = parseCredential<RegistrationResponseJSON>(credential)
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  let challenge = ''
  let factorsMark: string | undefined
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge(signed) {
      challenge = signed
      const opened = openPasskeyChallenge(services, signed, { purpose: 'add', holderId: userId })
      factorsMark = opened?.factorsMark
      return opened !== null
    },
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
  }).catch(() => null)
  if (!verified?.verified) throw passkeyInvalid()
  const { id, publicKey, counter } = verified.registrationInfo.credential
  const transports = transportsOf(response)
  const made = {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    signCount: counter,
    transports,
  }
  return { made, challenge, factorsMark }
}

/** The account's passkeys, as options name them. */
export async function passkeysOf(
  db: Db,
  userId: string,
): Promise<{ id: string; transports: AuthenticatorTransport[] }[]> {
  return (await factorsOf(db, userId)).flatMap(({ credentialId, transports }) =>
    credentialId === null ? [] : { id: credentialId, transports: transports as AuthenticatorTransport[] },
  )
}

/**
 * The stored passkey that this is of, whoever's it is; nothing of it is verified.
 * @param credential `AuthenticationResponseJSON` or `RegistrationResponseJSON`, as text
 * @throws Refusal passkey_invalid for what is neither
 */
export async function passkeyOf(db: Db, credential: string): Promise<FactorRow | undefined> {
  const { id } = parseCredential(credential)
  const [found] = await db
    .select()
    .from(secondFactors)
    .where(and(eq(secondFactors.credentialId, id), isNotNull(secondFactors.confirmedAt)))
  return found
}

/** The parts that are read before the library checks the whole. */
const Named = z.looseObject({ id: z.string().min(1).max(2048) })

function parseCredential<Response extends { id: string } = { id: string }>(credential: string): Response {
  try {
    return Named.parse(JSON.parse(credential)) as unknown as Response
  } catch {
    throw passkeyInvalid()
  }
}

const Transports = z.array(z.string().regex(/^[a-z-]{1,32}$/)).max(16)

function transportsOf({ response }: RegistrationResponseJSON): string[] {
  return Transports.safeParse(response.transports).data ?? []
}
