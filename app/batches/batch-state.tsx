import { type Batch } from '~/contract/extensions/operator/batches'
import { useI18n } from '~/locale/context'
import { type I18n } from '~/locale/create'
import { type IconName } from '~/ui/icon/icon'
import { Tag } from '~/ui/tag/tag'

const tags = {
  open: ['clock', 'info'],
  downloaded: ['hourglass', 'warning'],
  paid: ['checkCircle', 'success'],
  dissolved: ['cross', 'neutral'],
} as const satisfies Partial<Record<Batch['status'], readonly [IconName, string]>>

/** The state of a batch as its word with an icon. */
export function BatchState({ status }: Pick<Batch, 'status'>) {
  const { t } = useI18n()
  if (status === 'unknown')
    return (
      <Tag icon="info" meaning="neutral">
        {t('common:status.unknown')}
      </Tag>
    )
  const [icon, meaning] = tags[status]
  return (
    <Tag icon={icon} meaning={meaning}>
      {t(`batches:status.${status}`)}
    </Tag>
  )
}

/** What people call a batch: its payment system, and when it was made. */
export const batchName = (
  { title, createdAt }: Pick<Batch, 'title' | 'createdAt'>,
  { t, dateTime }: Pick<I18n, 't' | 'dateTime'>,
): string => t('batches:name', { title, at: dateTime(createdAt) })
