import { Refusal } from '../domain/refusal'
import { type Services } from '../services'

type Limit = Services['limits']['takenHour']

/** The refusal for each unique index that a statement can violate. */
const refusals: Partial<Record<string, () => Refusal>> = {
  users_login_unique: () => new Refusal('login_taken', { field: 'login' }),
  users_email_unique: () => new Refusal('email_taken', { field: 'email' }),
  users_phone_unique: () => new Refusal('phone_taken', { field: 'phone' }),
}

/** The refusal that a failed statement means, or null when it means something else. */
export function refusalOfTaken(error: unknown): Refusal | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { constraint } = at as { constraint?: string }
    const refusal = constraint && refusals[constraint]
    if (refusal) return refusal()
  }
  return null
}

/**
 * Counts each answer that reveals a registered e-mail or phone. It counts before running and refunds answers that
 * reveal nothing, so parallel calls learn no more than sequential ones.
 * @param asker the key of the caller that is counted
 * @throws Refusal too_many_requests over the limit; nothing runs then
 */
export async function countTaken<Answer>(
  limits: readonly Limit[],
  asker: string,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const counted: Limit[] = []
  let hasRevealed = false
  try {
    for (const limit of limits) {
      await limit.count(asker)
      counted.push(limit)
    }
    return await run()
  } catch (error) {
    hasRevealed = error instanceof Refusal && (error.code === 'email_taken' || error.code === 'phone_taken')
    throw error
  } finally {
    if (!hasRevealed) for (const limit of counted) await limit.forgive(asker)
  }
}
