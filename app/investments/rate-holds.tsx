import { useCallback, useState } from 'react'
import { useI18n } from '~/locale/context'
import { type Quote } from './quote.server'
import { TimeLeft } from './time-left'

/** Until when a rate holds, if that is known. A rate without a quote is labelled as moving. */
export function RateHolds({ rateId, expiresAt, holdsMs }: Pick<Quote, 'rateId' | 'expiresAt' | 'holdsMs'>) {
  const { t } = useI18n()
  if (rateId === null) return t('common:rate.moves')
  if (expiresAt === null || holdsMs === null) return null
  return <HoldsUntil key={rateId} ms={holdsMs} until={expiresAt} />
}

/** Where scripts run it shows when the time is over; confirming then fetches a new rate. */
function HoldsUntil({ ms, until }: { ms: number; until: string }) {
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
