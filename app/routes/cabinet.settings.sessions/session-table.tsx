import { type Session } from '~/contract/extensions/investor'
import { HiddenFields } from '~/forms/plain-form'
import { type LastResult } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { StepUpField } from '~/forms/step-up-field'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { dayBefore } from '~/locale/day-before'
import { type I18n } from '~/locale/create'
import { Cluster, Soft, VisuallyHidden } from '~/ui/layout/layout'
import { Table } from '~/ui/table/table'
import { Tag } from '~/ui/tag/tag'
import { deviceName } from '~/formats/device-name'
import { DeviceIcon } from './device-icon'

interface SessionTableProps {
  sessions: readonly Session[]
  /** ISO 8601. */
  now: string
  lastResult?: LastResult
}

/** The investor's sessions; the current one comes first and has no button. */
export function SessionTable({ sessions, now, lastResult }: SessionTableProps) {
  const i18n = useI18n()
  const { t, dateTime } = i18n
  return (
    <Table
      caption={t('security:sessions.title')}
      captionHidden
      compact
      rows={sessions}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'device',
          label: t('security:sessions.device'),
          lead: true,
          icon: ({ device }) => <DeviceIcon device={device ?? ''} />,
          cell: (one) => <Device {...one} />,
        },
        {
          key: 'address',
          label: t('security:sessions.address'),
          phone: 'omitted',
          cell: ({ address }) => address ?? t('security:sessions.unknown'),
        },
        {
          key: 'since',
          label: t('security:sessions.since'),
          phone: 'omitted',
          cell: ({ createdAt }) => <time dateTime={createdAt}>{nearTime(createdAt, now, i18n)}</time>,
        },
        {
          key: 'used',
          label: t('security:sessions.used'),
          phone: 'labelled',
          cell: ({ lastUsedAt }) => <time dateTime={lastUsedAt}>{nearTime(lastUsedAt, now, i18n)}</time>,
        },
        {
          key: 'end',
          label: t('security:sessions.action'),
          isLabelHidden: true,
          phone: 'below',
          cell: ({ id, current, createdAt }) =>
            current ? (
              <Soft small>{t('security:sessions.signOutInstead')}</Soft>
            ) : (
              <End id={id} since={dateTime(createdAt)} lastResult={lastResult} />
            ),
        },
      ]}
    />
  )
}

/** An hour of today or yesterday has no date, which would have to be read first. */
function nearTime(iso: string, now: string, { t, hours, dateHours, calendarDate }: I18n): string {
  const day = calendarDate(iso)
  const time = hours(iso)
  const today = calendarDate(now)
  if (day === today) return t('security:sessions.today', { time })
  if (day === dayBefore(today)) return t('security:sessions.yesterday', { time })
  return dateHours(iso)
}

function Device({ device, current }: Session) {
  const { t } = useI18n()
  return (
    <Cluster gap={2}>
      <span>{deviceName(device ?? '') || t('security:sessions.unknownDevice')}</span>
      {current && (
        <span>
          <Tag icon="check" meaning="success">
            {t('security:sessions.current')}
          </Tag>
        </span>
      )}
    </Cluster>
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
