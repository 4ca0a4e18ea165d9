import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { type Db } from '../../db/connect'
import { usedPasskeyChallenges } from '../../db/schema/second-factors'
import { Refusal } from '../../domain/refusal'
import { type Services } from '../../services'
import { hashOfSecret } from '../random-secret'

/**
 * What a passkey signs. Invariants: a challenge is sealed and says itself what it is for, whose it is and until when, so
 * that nothing is stored for a page that is only looked at; it lives five minutes of real time, and one that was
 * accepted is stored, and is not accepted again.
 */

const ttlMs = 5 * 60_000
const place = 'passkey challenge'

const Challenge = z.object({
  purpose: z.enum(['sign-in', 'add', 'step-up']),
  /**
   * Whose it is: of a step-up the bearer's that asked for it, since a step-up is a bearer's; of a new passkey the account's,
   * whose form outlives a session; null before a sign-in.
   */
  holderId: z.string().nullable(),
  /** Of a new passkey: a mark of the factors that the account had then. */
  factorsMark: z.string().optional(),
  expiresAt: z.number(),
  random: z.string(),
})
type Challenge = z.infer<typeof Challenge>
type Purpose = Pick<Challenge, 'purpose' | 'holderId'>

/** The text whose UTF-8 bytes are the challenge of the ceremony. */
export function newPasskeyChallenge(
  { seal, realClock }: Pick<Services, 'seal' | 'realClock'>,
  purpose: Purpose & Pick<Challenge, 'factorsMark'>,
): string {
  const expiresAt = realClock.now().getTime() + ttlMs
  const random = randomBytes(16).toString('base64url')
  return seal.seal(JSON.stringify({ ...purpose, expiresAt, random } satisfies Challenge), place)
}

/**
 * @param challenge in base64url, as the browser signed it
 * @returns null if it is not for this purpose, too old, or not ours
 */
export function openPasskeyChallenge(
  { seal, realClock }: Pick<Services, 'seal' | 'realClock'>,
  challenge: string,
  { purpose, holderId }: Purpose,
): Challenge | null {
  let opened: Challenge
  try {
    opened = Challenge.parse(JSON.parse(seal.open(textOf(challenge), place)))
  } catch {
    return null
  }
  const isLate = opened.expiresAt <= realClock.now().getTime()
  return opened.purpose === purpose && opened.holderId === holderId && !isLate ? opened : null
}

/**
 * Uses the challenge up, in the transaction of what it allows.
 * @throws Refusal passkey_invalid if it was used before
 */
export async function usePasskeyChallenge(
  tx: Db,
  { realClock }: Pick<Services, 'realClock'>,
  challenge: string,
): Promise<void> {
  const used = await tx
    .insert(usedPasskeyChallenges)
    .values({
      challengeHash: hashOfSecret(textOf(challenge)),
      expiresAt: new Date(realClock.now().getTime() + ttlMs),
    })
    .onConflictDoNothing()
    .returning({ hash: usedPasskeyChallenges.challengeHash })
  if (used.length === 0) throw passkeyInvalid()
}

const textOf = (challenge: string): string => Buffer.from(challenge, 'base64url').toString('utf8')

/** One answer for whatever is wrong with it, so that it tells nothing about other people's passkeys. */
export const passkeyInvalid = () => new Refusal('passkey_invalid', { field: 'credential' })
