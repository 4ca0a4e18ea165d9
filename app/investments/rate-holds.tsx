import { useCallback, useState } from 'react'
import { useI18n } from '~/locale/context'
import { TimeLeft } from './time-left'

/** Until when a rate holds. Where scripts run it says so when that is over; confirming then asks for a new one. */
export function RateHolds({ ms, until }: { ms: number; until: string }) {
  const { t, time } = useI18n()
  const [isOver, setIsOver] = useState(false)
  const end = useCallback(() => setIsOver(true), [])
  return (
    <>
      <span role="status">{isOver && t('common:rate.ranOut')}</span>
      {!isOver && (
        <>
          <time dateTime={until}>{t('common:rate.holds', { time: time(until) })}</time>,{' '}
          {t('common:rate.left')} <TimeLeft ms={ms} onEnd={end} />
        </>
      )}
    </>
  )
}
