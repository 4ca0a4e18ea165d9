import { useI18n } from '~/locale/context'
import { PlainForm } from '~/forms/plain-form'
import { SubmitButton } from '~/forms/submit-button'
import { paths } from '~/paths'
import { Cluster } from '~/ui/layout/layout'

interface ClockNowProps {
  /** The demonstration's clock, and how far it has been moved. */
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

const steps = [1, 50] as const

/** Advances the demonstration's clock by a day or by a term, from the time that the page shows. */
export function ClockSteps({ offsetDays }: Pick<ClockNowProps, 'offsetDays'>) {
  const { t } = useI18n()
  return (
    <Cluster>
      {steps.map((days) => (
        <PlainForm
          key={days}
          id={`clock-${days}`}
          action={paths.demoClock()}
          values={{ days: String(days), from: String(offsetDays) }}
        >
          <SubmitButton variant="secondary">{t('common:demo.forward', { count: days })}</SubmitButton>
        </PlainForm>
      ))}
    </Cluster>
  )
}
