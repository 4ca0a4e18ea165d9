/** Subscriptions (docs/rules.md): bought while one is active, its days are added to the end; nothing renews by itself. */
import { dayMs } from '../clock'

/** When a subscription of `days` bought now begins and ends. `activeUntil`: the end of what was bought before. */
export function subscriptionTerm(now: Date, activeUntil: Date | null, days: number) {
  const startedAt = activeUntil !== null && activeUntil > now ? activeUntil : now
  return { startedAt, expiresAt: new Date(startedAt.getTime() + days * dayMs) }
}
