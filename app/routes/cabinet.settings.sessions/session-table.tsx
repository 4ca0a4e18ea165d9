import { type Session } from '~/contract/extensions/investor'
import { HiddenFields } from '~/forms/plain-form'
import { type LastResult } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { StepUpField } from '~/forms/step-up-field'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { Stack, VisuallyHidden } from '~/ui/layout/layout'
import { Table } from '~/ui/table/table'
import { Tag } from '~/ui/tag/tag'
import { deviceName } from '~/formats/device-name'

interface SessionTableProps {
  sessions: readonly Session[]
  lastResult?: LastResult
}

/** The investor's sessions; the current one comes first and has no button. */
export function SessionTable({ sessions, lastResult }: SessionTableProps) {
  const { t, dateTime, dateHours } = useI18n()
  return (
    <Table
      caption={t('security:sessions.title')}
      captionHidden
      rows={sessions}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'device',
          label: t('security:sessions.device'),
          lead: true,
          cell: (one) => <Device {...one} />,
        },
        {
          key: 'address',
          label: t('security:sessions.address'),
          cell: ({ address }) => address ?? t('security:sessions.unknown'),
        },
        {
          key: 'since',
          label: t('security:sessions.since'),
          cell: ({ createdAt }) => <time dateTime={createdAt}>{dateHours(createdAt)}</time>,
        },
        {
          key: 'used',
          label: t('security:sessions.used'),
          cell: ({ lastUsedAt }) => <time dateTime={lastUsedAt}>{dateHours(lastUsedAt)}</time>,
        },
        {
          key: 'end',
          label: t('security:sessions.action'),
          cell: ({ id, current, createdAt }) =>
            current ? (
              t('security:sessions.signOutInstead')
            ) : (
              <End id={id} since={dateTime(createdAt)} lastResult={lastResult} />
            ),
        },
      ]}
    />
  )
}

function Device({ device, current }: Session) {
  const { t } = useI18n()
  return (
    <Stack gap={1}>
      <span>{deviceName(device ?? '') || t('security:sessions.unknownDevice')}</span>
      {current && (
        <span>
          <Tag icon="check" meaning="success">
            {t('security:sessions.current')}
          </Tag>
        </span>
      )}
    </Stack>
  )
}

function End({ id, since, lastResult }: { id: string; since: string; lastResult?: LastResult }) {
  const { t } = useI18n()
  const isAnswered = lastResult?.initialValue?.['id'] === id
  return (
    <PostForm
      id={`end-${encodeURIComponent(id)}`}
      lastResult={isAnswered ? lastResult : undefined}
      width="full"
    >
      <HiddenFields values={{ id }} />
      <StepUpField hint={t('security:sessions.passwordHint')} />
      <SubmitButton variant="secondary" size="small">
        {t('security:sessions.end')}
        <VisuallyHidden> {t('security:sessions.endWhich', { time: since })}</VisuallyHidden>
      </SubmitButton>
    </PostForm>
  )
}
