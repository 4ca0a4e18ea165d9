import { type LinkedPair } from '~/contract/extensions/operator/links'
import { useI18n } from '~/locale/context'
import { Cluster, Soft } from '~/ui/layout/layout'
import { Tag } from '~/ui/tag/tag'

const tagProps = {
  document: { meaning: 'danger', icon: 'document' },
  wallet: { meaning: 'warning', icon: 'wallet' },
  device: { meaning: 'warning', icon: 'lock' },
  network: { meaning: 'info', icon: 'info' },
} as const

/** What two accounts were both seen with, the strongest first. */
export function Evidence({ shared }: Pick<LinkedPair, 'shared'>) {
  const { t } = useI18n()
  if (shared.length === 0) return <Soft>{t('operator:links.nothingShared')}</Soft>
  return (
    <Cluster gap={2}>
      {shared.map(({ kind, count }) =>
        kind === 'unknown' ? (
          <Tag key={kind} icon="info">
            {t('operator:links.kind.unknown')}
          </Tag>
        ) : (
          <Tag key={kind} {...tagProps[kind]}>
            {t(`operator:links.kind.${kind}`, { count })}
          </Tag>
        ),
      )}
    </Cluster>
  )
}
