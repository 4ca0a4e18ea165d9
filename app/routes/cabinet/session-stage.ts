import { useEffect, useState } from 'react'
import { type SessionEnd } from '~/session/session.server'

/** `ending`: there is little time left, and still enough to act. */
export type SessionStage = 'live' | 'ending' | 'over'

const warnBeforeMs = 5 * 60_000
const lookIntervalMs = 5_000

export function stageOf(leftMs: number): SessionStage {
  if (leftMs <= 0) return 'over'
  return leftMs <= warnBeforeMs ? 'ending' : 'live'
}

/** Looked at every few seconds rather than once: a device that slept has let no timer run. */
export function useSessionStage(end: SessionEnd | null): SessionStage {
  const [stage, setStage] = useState<SessionStage>('live')
  useEffect(() => {
    if (!end) return
    const endsAt = Date.now() + end.inMs
    const look = () => setStage(stageOf(endsAt - Date.now()))
    look()
    const timer = setInterval(look, lookIntervalMs)
    return () => clearInterval(timer)
  }, [end])
  return stage
}
