import { useI18n } from '~/i18n/context'
import { type I18n } from '~/i18n/create'
import { type Meaning, Notice } from '~/ui/notice/notice'
import { type Standing } from './standing.server'

interface WhatIsKnownProps {
  standing: Standing
  sentAt: string
  /** Why it was refused. */
  refusal: string | null
}

const meanings: Record<Standing, Meaning> = {
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
    <Notice meaning={meanings[standing]} role="status">
      {sentencesOf(standing, sentAt, refusal, i18n).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Notice>
  )
}

function sentencesOf(
  standing: Standing,
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
