import { type NotMeEvent } from '~/contract/extensions/safety'
import { useI18n } from '~/locale/context'
import { Alert } from '~/ui/alert/alert'
import { Stack } from '~/ui/layout/layout'

/** What happened, and what the answer "this was not me" does. */
export function NotMeEventFacts({ event: { text, at } }: { event: NotMeEvent }) {
  const { t, dateTime } = useI18n()
  return (
    <Stack gap={4}>
      <Alert meaning="warning" title={<time dateTime={at}>{dateTime(at)}</time>}>
        {text}
      </Alert>
      <p>{t('auth:notMe.what')}</p>
      <p>{t('auth:notMe.after')}</p>
    </Stack>
  )
}
