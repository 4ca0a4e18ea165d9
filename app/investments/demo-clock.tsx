import { useI18n } from '~/locale/context'
import { HiddenFields, TextField } from '~/forms/fields'
import { type LastResult } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { paths } from '~/paths'
import { Cluster, Stack } from '~/ui/layout/layout'

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

const steps = [1, 50] as const

/** Moves the demonstration's clock on: by a day, by a term, or by as many days as are typed. */
export function ClockForms({ lastResult }: { lastResult?: LastResult }) {
  const { t } = useI18n()
  return (
    <Stack gap={4}>
      <Cluster>
        {steps.map((days) => (
          <PostForm key={days} id={`clock-${days}`} action={paths.demoClock()} width="full">
            <HiddenFields values={{ days: String(days) }} />
            <SubmitButton variant="secondary">{t('common:demo.forward', { count: days })}</SubmitButton>
          </PostForm>
        ))}
      </Cluster>
      <PostForm id="clock" action={paths.demoClock()} lastResult={lastResult} defaults={{ days: '30' }}>
        <TextField
          name="days"
          label={t('common:demo.days')}
          hint={t('common:demo.daysHint')}
          variant="short"
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
        />
        <SubmitButton variant="secondary">{t('common:demo.move')}</SubmitButton>
      </PostForm>
    </Stack>
  )
}
