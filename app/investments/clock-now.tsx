import { useI18n } from '~/locale/context'

interface ClockNowProps {
  /** Where the demonstration's clock stands, and how far it has been moved. */
  now: string
  offsetDays: number
}

export function ClockNow({ now, offsetDays }: ClockNowProps) {
  const { t, dateTime } = useI18n()
  return (
    <p>
      {t('common:demo.clockNow', { time: dateTime(now) })}
      {offsetDays > 0 && ` ${t('common:demo.clockOffset', { count: offsetDays })}`}
    </p>
  )
}
