import { useEffect, useState } from 'react'
import { useI18n } from '~/locale/context'

interface TimeLeftProps {
  ms: number
  /** Called once, where scripts run; the same function at each rendering. */
  onEnd: () => void
}

/**
 * How long something still holds. Counts down where scripts run; without them it says what was true when the page was
 * made, and the moment stands beside it.
 */
export function TimeLeft({ ms, onEnd }: TimeLeftProps) {
  const { duration } = useI18n()
  const [left, setLeft] = useState(ms)

  useEffect(() => {
    const start = performance.now()
    const ticking = setInterval(() => {
      const rest = ms - (performance.now() - start)
      setLeft(rest)
      if (rest > 0) return
      clearInterval(ticking)
      onEnd()
    }, 1000)
    return () => clearInterval(ticking)
  }, [ms, onEnd])

  return <span role="timer">{duration(left)}</span>
}
