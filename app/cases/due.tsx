import { useI18n } from '~/locale/context'
import { Soft } from '~/ui/layout/layout'
import { Tag } from '~/ui/tag/tag'

interface DueProps {
  /** ISO 8601; null if it is not known. */
  at: string | null
  /** The upstream's time, in milliseconds since the epoch. */
  now: number
  /** What is decided has no time left. */
  isOpen: boolean
}

/** By when a case is to be decided, and how long that is from now. */
export function Due({ at, now, isOpen }: DueProps) {
  const { dateTime } = useI18n()
  if (at === null) return null
  return (
    <>
      {isOpen && <TimeLeft hours={(Date.parse(at) - now) / hourMs} />}
      <Soft small>
        <time dateTime={at}>{dateTime(at)}</time>
      </Soft>
    </>
  )
}

const hourMs = 3_600_000
/** Less than this is soon. */
const soonHours = 24

function TimeLeft({ hours }: { hours: number }) {
  const { t } = useI18n()
  if (hours < 0)
    return (
      <Tag icon="warning" meaning="danger">
        {t('cases:due.over', { hours: String(Math.ceil(-hours)) })}
      </Tag>
    )
  const left = t('cases:due.left', { hours: String(Math.floor(hours)) })
  return hours < soonHours ? (
    <Tag icon="clock" meaning="warning">
      {left}
    </Tag>
  ) : (
    left
  )
}
