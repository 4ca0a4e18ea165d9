import { type Operator } from '~/contract/extensions/operator/operators'
import { useI18n } from '~/locale/context'
import { operatorPaths } from '~/operator-paths'
import { Soft } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { Table } from '~/ui/table/table'

interface OperatorTableProps {
  operators: readonly Operator[]
  /** The login of whoever reads. */
  own: string
}

export function OperatorTable({ operators, own }: OperatorTableProps) {
  const { t, number, dateTime } = useI18n()
  return (
    <Table
      caption={t('operators:people.title')}
      captionHidden
      rows={operators}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'login',
          label: t('operators:people.login'),
          lead: true,
          cell: ({ id, login }) => (
            <>
              <Link href={operatorPaths.person(id)}>{login}</Link>
              {login === own && <Soft small>{t('operators:people.you')}</Soft>}
            </>
          ),
        },
        { key: 'role', label: t('operators:people.role'), cell: ({ role }) => t(`operators:role.${role}`) },
        {
          key: 'state',
          label: t('operators:people.state'),
          cell: ({ suspended }) => t(`operators:people.${suspended ? 'suspended' : 'active'}`),
        },
        {
          key: 'seen',
          label: t('operators:people.lastSeen'),
          cell: ({ lastSeenAt: at }) =>
            at === null ? t('operators:people.never') : <time dateTime={at}>{dateTime(at)}</time>,
        },
        {
          key: 'factor',
          label: t('operators:people.factor'),
          cell: ({ factors }) =>
            factors.length === 0
              ? t('operators:people.noFactor')
              : factors.map((kind) => t(`operators:people.factors.${kind}`)).join(', '),
        },
        {
          key: 'sessions',
          label: t('operators:people.sessions'),
          figures: true,
          cell: ({ sessions }) => number(sessions),
        },
      ]}
    />
  )
}
