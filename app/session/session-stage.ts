/** When a page warns that its session ends, so that its reader has time to go on, or to finish (WCAG 2.2.1). */

/** `ending`: there is little time left, and still enough to act. */
export type SessionStage = 'live' | 'ending' | 'over'

const warnBeforeMs = 5 * 60_000

export function stageOf(leftMs: number): SessionStage {
  if (leftMs <= 0) return 'over'
  return leftMs <= warnBeforeMs ? 'ending' : 'live'
}

const updateIntervalMs = 5_000

/**
 * Follows the end of the session, which each page that the reader loads in another tab moves: that one tells the others,
 * and `read` tells the new end before `show` says anything of the old.
 * @param end as the page was sent with it
 * @param read what the server says now; null: the session is over; undefined: no answer
 * @returns ends the following
 */
export function followSession<End extends { inMs: number }>(
  end: End,
  read: () => Promise<End | null | undefined>,
  show: (stage: SessionStage, end: End) => void,
): () => void {
  let known = end
  let endsAt = Date.now() + end.inMs
  let wasMoved = false
  const channel = new BroadcastChannel('session')
  channel.onmessage = () => {
    wasMoved = true
  }
  channel.postMessage(null)
  const update = () => {
    const stage = stageOf(endsAt - Date.now())
    if (stage === 'live' || !wasMoved) return show(stage, known)
    wasMoved = false
    void read().then((now) => {
      if (now === undefined) return
      known = now ?? known
      endsAt = now ? Date.now() + now.inMs : 0
      update()
    })
  }
  update()
  // Checked every few seconds rather than by one timer: a sleeping device runs no timers.
  const timer = setInterval(update, updateIntervalMs)
  return () => {
    clearInterval(timer)
    channel.close()
  }
}
