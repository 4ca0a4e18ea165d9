import { type ComponentProps } from 'react'
import { ClockNow, ClockSteps } from '~/investments/demo-clock'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { Soft, Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { Section } from '~/ui/section/section'

/** The clock of a demonstration: to see what becomes late, and what is due. */
export function DemoClock(clock: ComponentProps<typeof ClockNow>) {
  const { t } = useI18n()
  return (
    <Section id="demo-clock" title={t('common:demo.clock')}>
      <Stack gap={3} width="reading">
        <ClockNow {...clock} />
        <Soft>{t('common:demo.clockText')}</Soft>
        <ClockSteps {...clock} />
        <Link href={paths.demoClock()}>{t('common:demo.otherDays')}</Link>
      </Stack>
    </Section>
  )
}
