import { type Factor } from '~/contract/extensions/second-factors'
import { useI18n } from '~/locale/context'
import { Link } from '~/ui/link/link'
import { Table } from '~/ui/table/table'
import { useFactorPaths } from './use-factor-paths'

/** The owner's factors; each one's name leads to the page where it is renamed and removed. */
export function FactorTable({ factors }: { factors: readonly Factor[] }) {
  const { t, dateTime } = useI18n()
  const at = useFactorPaths()
  return (
    <Table
      caption={t('security:factors.title')}
      captionHidden
      rows={factors}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'name',
          label: t('security:factors.name'),
          lead: true,
          cell: ({ id, name }) => <Link href={at.factor(id)}>{name}</Link>,
        },
        { key: 'kind', label: t('security:factors.kind'), cell: ({ kind }) => t(`security:kind.${kind}`) },
        {
          key: 'added',
          label: t('security:factors.added'),
          cell: ({ createdAt }) => <time dateTime={createdAt}>{dateTime(createdAt)}</time>,
        },
        {
          key: 'used',
          label: t('security:factors.used'),
          cell: ({ lastUsedAt }) =>
            lastUsedAt === null ? (
              t('security:factors.neverUsed')
            ) : (
              <time dateTime={lastUsedAt}>{dateTime(lastUsedAt)}</time>
            ),
        },
      ]}
    />
  )
}
