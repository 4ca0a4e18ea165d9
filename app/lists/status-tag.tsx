import { useI18n } from '~/locale/context'
import { type IconName } from '~/ui/icon/icon'
import { Tag } from '~/ui/tag/tag'

interface StatusTagProps<Status extends string> {
  /** `unknown`: a word of the upstream's that this program does not know. */
  status: Status | 'unknown'
  signs: Record<Status, readonly [IconName, Parameters<typeof Tag>[0]['meaning']]>
  word: (status: Status) => string
}

/** The state of what operators work on, as its word with an icon. */
export function StatusTag<Status extends string>({ status, signs, word }: StatusTagProps<Status>) {
  const { t } = useI18n()
  if (status === 'unknown') return <Tag icon="info">{t('common:status.unknown')}</Tag>
  const [icon, meaning] = signs[status]
  return (
    <Tag icon={icon} meaning={meaning}>
      {word(status)}
    </Tag>
  )
}
