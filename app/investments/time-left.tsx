import { useEffect, useState } from 'react'
import { useI18n } from '~/locale/context'

interface TimeLeftProps {
  ms: number
  /** Called once, where scripts run; the same function at each rendering. */
  onEnd: () => void
}

/**
 * How long something still holds. Counts down where scripts run. Without them it shows what was true when the page
 * was rendered, next to the time itself.
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
