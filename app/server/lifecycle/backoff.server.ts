/** How long a program that ended unasked waits before it is started again: longer each time, until it runs well. */
export interface Backoff {
  /**
   * @param ranMs how long the program ran that has just ended
   * @returns the pause in milliseconds before its next start
   */
  nextPauseMs(ranMs: number): number
}

export interface BackoffOptions {
  firstPauseMs: number
  maxPauseMs: number
  /** After running this long a program counts as healthy: the pauses start over. */
  resetAfterMs: number
}

/** Each pause is twice the one before it, up to the longest. */
export function createBackoff({ firstPauseMs, maxPauseMs, resetAfterMs }: BackoffOptions): Backoff {
  let pauseMs = firstPauseMs
  return {
    nextPauseMs(ranMs) {
      if (ranMs >= resetAfterMs) pauseMs = firstPauseMs
      const nextMs = pauseMs
      pauseMs = Math.min(pauseMs * 2, maxPauseMs)
      return nextMs
    },
  }
}
