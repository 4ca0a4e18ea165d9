import { useI18n } from '~/locale/context'
import { Soft } from '~/ui/layout/layout'
import { Tag } from '~/ui/tag/tag'

interface DueProps {
  /** ISO 8601; null if it is not known. */
  at: string | null
  /** The upstream's time, in milliseconds since the epoch. */
  now: number
  isOpen: boolean
}

/** By when a case is to be decided. */
export function Due({ at, now, isOpen }: DueProps) {
  const { t, dateTime } = useI18n()
  if (at === null) return null
  const isOverdue = isOpen && Date.parse(at) < now
  return (
    <>
      {isOverdue && (
        <Tag icon="warning" meaning="danger">
          {t('cases:state.overdue')}
        </Tag>
      )}
      <Soft small>
        <time dateTime={at}>{dateTime(at)}</time>
      </Soft>
    </>
  )
}
