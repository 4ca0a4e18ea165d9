import { useI18n } from '~/locale/context'
import { type IconName } from '~/ui/icon/icon'
import { Tag } from '~/ui/tag/tag'
import { type NotificationType } from './summary'

export const typeIcons: Record<NotificationType, IconName> = {
  mailing: 'document',
  refill: 'topUp',
  long_login: 'clock',
  bonus: 'referrals',
  other: 'wallet',
  unknown: 'info',
}

/** The type of a notification. */
export function TypeTag({ type }: { type: NotificationType }) {
  const { t } = useI18n()
  return <Tag icon={typeIcons[type]}>{t(`notifications:types.${type}`)}</Tag>
}
