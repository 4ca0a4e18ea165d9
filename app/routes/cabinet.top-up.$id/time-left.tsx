import { useRevalidator } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { useI18n } from '~/i18n/context'

/**
 * How long the address is still waited on. Counts down where scripts run, and then asks for the page again;
 * without them it says what was true when the page was made, and the moment stands beside it.
 */
export function TimeLeft({ ms }: { ms: number }) {
  const { duration } = useI18n()
  const { revalidate } = useRevalidator()
  const [left, setLeft] = useState(ms)

  useEffect(() => {
    const start = performance.now()
    const ticking = setInterval(() => {
      const rest = ms - (performance.now() - start)
      setLeft(rest)
      if (rest > 0) return
      clearInterval(ticking)
      revalidate()
    }, 1000)
    return () => clearInterval(ticking)
  }, [ms, revalidate])

  return <span role="timer">{duration(left)}</span>
}
