import { Refusal } from '../domain/refusal'

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
