import { ClockForms } from '~/frame/clock-forms'
import { useI18n } from '~/i18n/context'
import { Soft, Stack } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'

interface DemoClockProps {
  /** Where the demonstration's clock stands, and how far it has been moved. */
  now: string
  offsetDays: number
}

/** Stands only where the upstream is a demonstration. */
export function DemoClock({ now, offsetDays }: DemoClockProps) {
  const { t, dateTime } = useI18n()
  return (
    <Section id="clock" title={t('common:demo.clock')}>
      <Stack gap={1} width="reading">
        <p>
          {t('common:demo.clockNow', { time: dateTime(now) })}
          {offsetDays > 0 && ` ${t('common:demo.clockOffset', { count: offsetDays })}`}
        </p>
        <Soft>{t('common:demo.clockText')}</Soft>
      </Stack>
      <ClockForms />
    </Section>
  )
}
