import { type Session } from '~/contract/extensions/investor'
import { HiddenFields } from '~/forms/plain-form'
import { type LastResult } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
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
  const { t, dateTime } = useI18n()
  return (
    <Table
      caption={t('settings:sessions.title')}
      captionHidden
      rows={sessions}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'device',
          label: t('settings:sessions.device'),
          lead: true,
          cell: (one) => <Device {...one} />,
        },
        {
          key: 'address',
          label: t('settings:sessions.address'),
          cell: ({ address }) => address ?? t('settings:sessions.unknown'),
        },
        {
          key: 'since',
          label: t('settings:sessions.since'),
          cell: ({ createdAt }) => <time dateTime={createdAt}>{dateTime(createdAt)}</time>,
        },
        {
          key: 'used',
          label: t('settings:sessions.used'),
          cell: ({ lastUsedAt }) => <time dateTime={lastUsedAt}>{dateTime(lastUsedAt)}</time>,
        },
        {
          key: 'end',
          label: t('settings:sessions.action'),
          cell: ({ id, current, createdAt }) =>
            current ? (
              t('settings:sessions.signOutInstead')
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
      <span>{deviceName(device ?? '') || t('settings:sessions.unknownDevice')}</span>
      {current && (
        <span>
          <Tag icon="check" meaning="success">
            {t('settings:sessions.current')}
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
      <SubmitButton variant="secondary" size="small">
        {t('settings:sessions.end')}
        <VisuallyHidden> {t('settings:sessions.endWhich', { time: since })}</VisuallyHidden>
      </SubmitButton>
    </PostForm>
  )
}
