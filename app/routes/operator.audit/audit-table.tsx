import { type AuditRow } from '~/identity/audit/rows.server'
import { MissingValue } from '~/lists/missing-value'
import { useI18n } from '~/locale/context'
import { Disclosure } from '~/ui/disclosure/disclosure'
import { Soft } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { Table } from '~/ui/table/table'

/** The records, newest first; what changed is folded in each. */
export function AuditTable({ rows }: { rows: readonly AuditRow[] }) {
  const { t, dateTime } = useI18n()
  return (
    <Table
      caption={t('operators:audit.title')}
      captionHidden
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'what',
          label: t('operators:audit.what'),
          lead: true,
          cell: (row) => <What {...row} />,
        },
        {
          key: 'changed',
          label: t('operators:audit.changed'),
          cell: (row) => <Changed {...row} />,
        },
        { key: 'actor', label: t('operators:audit.actor'), cell: ({ actor }) => actor },
        {
          key: 'at',
          label: t('operators:audit.at'),
          cell: ({ createdAt }) => <time dateTime={createdAt}>{dateTime(createdAt)}</time>,
        },
        {
          key: 'from',
          label: t('operators:audit.from'),
          cell: (row) => <From {...row} />,
        },
      ]}
    />
  )
}

function From({ device, address }: AuditRow) {
  if (address === '') return <MissingValue />
  return (
    <>
      {address}
      {device !== '' && <Soft small>{device}</Soft>}
    </>
  )
}

function What({ what, subject, reason }: AuditRow) {
  return (
    <>
      {what}
      {subject && (
        <Soft small>{subject.href ? <Link href={subject.href}>{subject.id}</Link> : subject.id}</Soft>
      )}
      {reason !== null && <Soft small>{reason}</Soft>}
    </>
  )
}

function Changed({ changes }: AuditRow) {
  const { t } = useI18n()
  if (changes.length === 0) return <Soft small>{t('operators:audit.unchanged')}</Soft>
  return (
    <Disclosure title={t('operators:audit.changes', { count: changes.length })}>
      <ul role="list">
        {changes.map(({ field, before, after }) => (
          <li key={field}>
            <code>{field}</code> {t('operators:audit.change', { before: before ?? '–', after: after ?? '–' })}
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
