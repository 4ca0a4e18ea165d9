import { type VerificationState } from '~/contract/user-data'
import { useI18n } from '~/locale/context'
import { DescriptionList } from '~/ui/description-list/description-list'
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

/** The state, and what it means for the reader. */
export function VerificationStatus({ state }: { state: VerificationState }) {
  const { t, dateTime } = useI18n()
  const { status, reason, submittedAt, documentNumberMasked } = state
  const [icon, meaning] = tagProps[status]
  return (
    <Stack gap={4}>
      <DescriptionList
        facts={[
          {
            term: t('settings:verification.state'),
            value: (
              <Tag icon={icon} meaning={meaning}>
                {t(status === 'unknown' ? 'common:status.unknown' : `common:status.verification.${status}`)}
              </Tag>
            ),
            note: t(`settings:verification.sentence.${status}`),
          },
          submittedAt !== null && {
            term: t('settings:verification.submitted'),
            value: <time dateTime={submittedAt}>{dateTime(submittedAt)}</time>,
          },
          documentNumberMasked !== null && {
            term: t('settings:verification.documentNumber'),
            value: documentNumberMasked,
          },
        ]}
      />
      {status === 'rejected' && (
        <Alert meaning="danger" role="note" title={t('settings:verification.reason')}>
          {reason ?? t('settings:verification.noReason')}
        </Alert>
      )}
    </Stack>
  )
}
