import { type ComponentProps } from 'react'
import { ClockForms } from '~/investments/clock-forms'
import { ClockNow } from '~/investments/clock-now'
import { useI18n } from '~/locale/context'
import { Soft, Stack } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'

/** Stands only where the upstream is a demonstration. */
export function DemoClock(clock: ComponentProps<typeof ClockNow>) {
  const { t } = useI18n()
  return (
    <Section id="demo-clock" title={t('common:demo.clock')}>
      <Stack gap={1} width="reading">
        <ClockNow {...clock} />
        <Soft>{t('common:demo.clockText')}</Soft>
      </Stack>
      <ClockForms />
    </Section>
  )
}
