import { useI18n } from '~/locale/context'
import { type I18n } from '~/locale/create'
import { type Meaning, Alert } from '~/ui/alert/alert'
import { type SubmissionStatus } from './status.server'

interface WhatIsKnownProps {
  standing: SubmissionStatus
  sentAt: string
  /** Why it was refused. */
  refusal: string | null
}

const meanings: Record<SubmissionStatus, Meaning> = {
  running: 'info',
  open: 'warning',
  unreachable: 'warning',
  several: 'warning',
  absent: 'warning',
  refused: 'danger',
  otherwise: 'warning',
}

/** All that can be said for sure, and nothing that can't. */
export function WhatIsKnown({ standing, sentAt, refusal }: WhatIsKnownProps) {
  const i18n = useI18n()
  return (
    <Alert meaning={meanings[standing]} role="status">
      {sentencesOf(standing, sentAt, refusal, i18n).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Alert>
  )
}

function sentencesOf(
  standing: SubmissionStatus,
  sentAt: string,
  refusal: string | null,
  { t, dateTime }: I18n,
): string[] {
  const time = dateTime(sentAt)
  const open = t('cabinet:submissions.openText', { time })
  switch (standing) {
    case 'running':
      return [t('cabinet:submissions.runningText')]
    case 'open':
      return [open]
    case 'unreachable':
      return [open, t('cabinet:submissions.unreachable')]
    case 'several':
      return [open, t('cabinet:submissions.several')]
    case 'absent':
      return [t('cabinet:submissions.absentText', { time })]
    case 'refused':
      return [refusal ?? '', t('cabinet:submissions.refusedText')]
    case 'otherwise':
      return [t('cabinet:submissions.otherwiseText')]
  }
}
