import { type PressBudget } from '~/upstream/types'

/**
 * All calls of one posted form share the time for which its reader waits, so that several that hang are not waited for one after
 * the other.
 * @param budgetMs from the moment when the form has arrived; Infinity for a page that is only shown, or while files arrive
 * @param now a monotonic clock, in milliseconds
 */
export function createPressBudget(
  { budgetMs, isRunning }: { budgetMs: number; isRunning: boolean },
  now: () => number = () => performance.now(),
): PressBudget {
  let isOutlasted = false
  let until = isRunning ? now() + budgetMs : Infinity
  return {
    leftMs: () => Math.max(0, until - now()),
    get isOutlasted() {
      return isOutlasted
    },
    outlast: () => void (isOutlasted = true),
    release: () => void (until = Infinity),
    restart: () => void (until = now() + budgetMs),
  }
}
