import { randomInt } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { type Db } from '../../db/connect'
import { recoveryCodes } from '../../db/schema/second-factors'
import { type Services } from '../../services'

/**
 * Recovery codes: ten of fifty random bits, shown once. Invariants: each is good once; new ones end the earlier ones;
 * only keyed hashes are stored, so that a copy of the database can't be searched for them.
 */

const count = 10
const half = 5
/** Crockford's: without letters that are read as digits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

type Context = Pick<Services, 'seal'>

/** Replaces the account's codes and returns the new ones, as in `7k2mq-x91ab`. */
export async function renewRecoveryCodes(
  tx: Db,
  { seal }: Context,
  { userId, now }: { userId: string; now: Date },
): Promise<string[]> {
  const codes = new Set<string>()
  while (codes.size < count) codes.add(randomCode())
  await dropRecoveryCodes(tx, userId)
  await tx
    .insert(recoveryCodes)
    .values([...codes].map((code) => ({ userId, codeHash: hashOf(seal, userId, code), createdAt: now })))
  return [...codes].map((code) => `${code.slice(0, half)}-${code.slice(half)}`)
}

export async function dropRecoveryCodes(tx: Db, userId: string): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
}

export const recoveryCodesLeft = (db: Db, userId: string): Promise<number> =>
  db.$count(recoveryCodes, and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))

/** Uses the code up. False: there is no such code, or it was used before. */
export async function useRecoveryCode(
  tx: Db,
  { seal }: Context,
  { userId, code, now }: { userId: string; code: string; now: Date },
): Promise<boolean> {
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        eq(recoveryCodes.codeHash, hashOf(seal, userId, normalized(code))),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ userId: recoveryCodes.userId })
  return used.length > 0
}

/** Letters that people write for digits are read as those. */
const normalized = (code: string): string => code.toLowerCase().replaceAll('o', '0').replace(/[il]/g, '1')

const hashOf = (seal: Context['seal'], userId: string, code: string): string =>
  seal.fingerprint('recovery-code', `${userId} ${code}`)

const randomCode = (): string =>
  Array.from({ length: 2 * half }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
