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
 * Follows the end of the session. Each page that the reader loads in another tab moves it, and tells the others.
 * @param part whose pages tell each other: an operator's session is none of an investor's in the same browser
 * @param end as the page was sent with it
 * @returns ends the following
 */
export function followSession<End extends { inMs: number }>(
  part: 'cabinet' | 'operator',
  end: End,
  show: (stage: SessionStage, end: End) => void,
): () => void {
  let endsAt: number
  const update = () => show(stageOf(endsAt - Date.now()), end)
  const learn = (known: End) => {
    end = known
    endsAt = Date.now() + known.inMs
    update()
  }
  const channel = new BroadcastChannel(part)
  channel.onmessage = ({ data }: MessageEvent<End>) => learn(data)
  channel.postMessage(end)
  learn(end)
  // Checked every few seconds rather than by one timer: a sleeping device runs no timers.
  const timer = setInterval(update, updateIntervalMs)
  return () => {
    clearInterval(timer)
    channel.close()
  }
}
