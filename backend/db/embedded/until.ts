import { setTimeout as delay } from 'node:timers/promises'

/**
 * Waits for a condition that nothing announces (a file of another process, a pid that ends). Answers false when
 * `limitMs` pass first; an error of the condition is passed on.
 */
export async function until(condition: () => boolean | Promise<boolean>, limitMs: number, intervalMs = 15) {
  const deadline = Date.now() + limitMs
  while (!(await condition())) {
    if (Date.now() >= deadline) return false
    await delay(intervalMs)
  }
  return true
}
