import { type WrittenNews } from '~/contract/extensions/operator/content'
import { useI18n } from '~/locale/context'
import { type IconName } from '~/ui/icon/icon'
import { Tag } from '~/ui/tag/tag'

const meanings = {
  draft: 'neutral',
  scheduled: 'info',
  published: 'success',
  withdrawn: 'warning',
  unknown: 'neutral',
} as const satisfies Record<WrittenNews['status'], string>

const icons: Record<WrittenNews['status'], IconName> = {
  draft: 'document',
  scheduled: 'calendar',
  published: 'checkCircle',
  withdrawn: 'crossCircle',
  unknown: 'info',
}

/** Where a news item stands on its way to the site. */
export function NewsState({ status }: Pick<WrittenNews, 'status'>) {
  const { t } = useI18n()
  return (
    <Tag meaning={meanings[status]} icon={icons[status]}>
      {t(`content:news.status.${status}`)}
    </Tag>
  )
}
