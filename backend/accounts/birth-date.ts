import { Refusal } from '../domain/refusal'

/**
 * Nobody is born tomorrow. Days are compared as those of UTC, so that nobody is refused for a time zone.
 * @param day `YYYY-MM-DD`
 * @param field where the refusal stands in the request
 */
export function refuseFutureBirth(day: string, field: string, now: Date): void {
  if (day > now.toISOString().slice(0, 10)) throw Refusal.ofField(field, 'invalid')
}
