import { Refusal } from '../domain/refusal'

/**
 * A birth date is not in the future. Days are compared in UTC, so that a time zone never refuses a valid date.
 * @param day `YYYY-MM-DD`
 * @param field the field of the request that the refusal names
 */
export function refuseFutureBirth(day: string, field: string, now: Date): void {
  if (day > now.toISOString().slice(0, 10)) throw Refusal.ofField(field, 'invalid')
}
