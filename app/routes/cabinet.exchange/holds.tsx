import { useCallback, useState } from 'react'
import { TimeLeft } from '~/funds/time-left'
import { useI18n } from '~/i18n/context'

/** Until when a rate holds. Where scripts run it says so when that is over; confirming then asks for a new one. */
export function Holds({ ms, until }: { ms: number; until: string }) {
  const { t, time } = useI18n()
  const [isOver, setIsOver] = useState(false)
  const end = useCallback(() => setIsOver(true), [])
  return (
    <>
      <span role="status">{isOver && t('exchange:check.ranOut')}</span>
      {!isOver && (
        <>
          <time dateTime={until}>{t('exchange:check.holds', { time: time(until) })}</time>,{' '}
          {t('exchange:check.left')} <TimeLeft ms={ms} onEnd={end} />
        </>
      )}
    </>
  )
}
