import { Refusal } from '../domain/refusal'
import { type Services } from '../services'

type Limit = Services['limits']['takenHour']

/** What the database says when two would be one: the unique index that stood in the way names what is taken. */
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
 * Runs what may answer that an e-mail or a phone is somebody's, and counts each such answer: it tells who is registered.
 * It counts before it runs and forgives what told nothing, so that many at once are told no more than one after another.
 * @param asker whom the answers are told to
 * @throws Refusal too_many_requests where as many were told as may be; nothing runs then
 */
export async function countTaken<Answer>(
  limits: readonly Limit[],
  asker: string,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const counted: Limit[] = []
  let hasTold = false
  try {
    for (const limit of limits) {
      await limit.count(asker)
      counted.push(limit)
    }
    return await run()
  } catch (error) {
    hasTold = error instanceof Refusal && (error.code === 'email_taken' || error.code === 'phone_taken')
    throw error
  } finally {
    if (!hasTold) for (const limit of counted) await limit.forgive(asker)
  }
}
