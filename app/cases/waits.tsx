import { useI18n } from '~/locale/context'
import { Soft } from '~/ui/layout/layout'

interface WaitsProps {
  /** ISO 8601. */
  since: string
  /** The upstream's time, in milliseconds since the epoch. */
  now: number
  /** What is decided waits no more. */
  isOpen: boolean
}

/** For how long a case has waited, and since when. */
export function Waits({ since, now, isOpen }: WaitsProps) {
  const { dateTime, duration } = useI18n()
  return (
    <>
      {isOpen && <p>{duration(wholeMinutes(now - Date.parse(since)))}</p>}
      <Soft small>
        <time dateTime={since}>{dateTime(since)}</time>
      </Soft>
    </>
  )
}

/** A duration in milliseconds without its seconds, which say nothing above a minute. */
export const wholeMinutes = (ms: number) => (ms < 60_000 ? Math.max(0, ms) : Math.floor(ms / 60_000) * 60_000)
