import { useI18n } from '~/locale/context'
import { useUnread } from '~/notifications/client/context'
import { paths } from '~/paths'
import { Icon } from '~/ui/icon/icon'
import { Link } from '~/ui/link/link'
import { VisuallyHidden } from '~/ui/layout/layout'
import * as styles from './strip.css'

/** The way to the notifications, and how many are new: as of this page, and as they come where scripts run. */
export function Bell() {
  const { t, number } = useI18n()
  const unread = useUnread()
  return (
    <Link href={paths.notifications()} className={styles.tool}>
      <Icon name="bell" />
      {t('common:navigation.notifications')}
      {unread !== null && unread > 0 && (
        <>
          {' '}
          <span className={styles.count} aria-hidden="true">
            {number(unread)}
          </span>
          <VisuallyHidden>: {t('cabinet:frame.unread', { count: unread })}</VisuallyHidden>
        </>
      )}
    </Link>
  )
}
