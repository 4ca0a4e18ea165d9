import { type NotMeEvent } from '~/contract/extensions/safety'
import { useI18n } from '~/locale/context'
import { Alert } from '~/ui/alert/alert'
import { Stack } from '~/ui/layout/layout'
import { type NotMeTexts } from './not-me-texts.server'

interface NotMeEventFactsProps extends Pick<NotMeTexts, 'what' | 'after'> {
  event: NotMeEvent
}

/** What happened, and what the answer "this was not me" does. */
export function NotMeEventFacts({ event: { text, at }, what, after }: NotMeEventFactsProps) {
  const { dateTime } = useI18n()
  return (
    <Stack gap={4}>
      <Alert meaning="warning" title={<time dateTime={at}>{dateTime(at)}</time>}>
        {text}
      </Alert>
      <p>{what}</p>
      <p>{after}</p>
    </Stack>
  )
}
