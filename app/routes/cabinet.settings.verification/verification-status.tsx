import { type VerificationState } from '~/contract/user-data'
import { useI18n } from '~/locale/context'
import { DescriptionList, type Facts, hasFacts } from '~/ui/description-list/description-list'
import { type IconName } from '~/ui/icon/icon'
import { Stack } from '~/ui/layout/layout'
import { Alert } from '~/ui/alert/alert'
import { Tag } from '~/ui/tag/tag'

type TagProps = readonly [IconName, Parameters<typeof Tag>[0]['meaning']]

const tagProps: Record<VerificationState['status'], TagProps> = {
  none: ['info', 'neutral'],
  in_process: ['clock', 'info'],
  successful: ['checkCircle', 'success'],
  rejected: ['crossCircle', 'danger'],
  unknown: ['info', 'neutral'],
}

/** The state in a word. */
export function VerificationTag({ status }: Pick<VerificationState, 'status'>) {
  const { t } = useI18n()
  const [icon, meaning] = tagProps[status]
  return (
    <Tag icon={icon} meaning={meaning}>
      {t(status === 'unknown' ? 'common:status.unknown' : `common:status.verification.${status}`)}
    </Tag>
  )
}

interface VerificationStatusProps {
  state: VerificationState
  /** What the state means for the reader. The browser has no text for it. */
  sentence: string
  /** Why the documents were rejected, or that no reason was given. */
  reason: string
}

/** What the state means for the reader, and what is known about it. */
export function VerificationStatus({ state, sentence, reason }: VerificationStatusProps) {
  const { t, dateTime } = useI18n()
  const { status, submittedAt, documentNumberMasked } = state
  const facts: Facts = [
    submittedAt !== null && {
      term: t('settings:verification.submitted'),
      value: <time dateTime={submittedAt}>{dateTime(submittedAt)}</time>,
    },
    documentNumberMasked !== null && {
      term: t('settings:verification.documentNumber'),
      value: documentNumberMasked,
    },
  ]
  return (
    <Stack gap={4}>
      <p>{sentence}</p>
      {hasFacts(facts) && <DescriptionList facts={facts} />}
      {status === 'rejected' && (
        <Alert meaning="danger" role="note" title={t('settings:verification.reason')}>
          {reason}
        </Alert>
      )}
    </Stack>
  )
}
