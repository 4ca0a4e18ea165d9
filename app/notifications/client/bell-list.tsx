import { type RefObject, useEffect, useState } from 'react'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { Button } from '~/ui/button/button'
import { Link } from '~/ui/link/link'
import { Soft, VisuallyHidden } from '~/ui/layout/layout'
import { Popover } from '~/ui/popover/popover'
import { useOpenOver, useUnread } from './context'
import * as styles from './bell-list.css'
import { type NotificationClient } from './notification-client'
import { type NotificationSummary, langOf } from './summary'

interface BellListProps {
  /** The link that it opens under. */
  bell: RefObject<HTMLAnchorElement>
  client: NotificationClient
  onClose: () => void
}

/** The list's page has the others. */
const shown = 6

/** The newest notifications over the page. It is loaded when it is first opened; without it the bell is a link. */
export function BellList({ bell, client, onClose }: BellListProps) {
  const { t, timeZone } = useI18n()
  const items = useNewest(client)
  const unread = items?.filter(({ isRead }) => !isRead) ?? []
  /** Older ones than these are read on the list's page, which knows all. */
  const hasAll = useUnread() === unread.length
  const readAll = () => {
    for (const { id } of unread) client.report(id)
    onClose()
  }
  return (
    <Popover anchor={bell} label={t('notifications:title')} onClose={onClose} className={styles.popover}>
      {items?.length ? (
        <ul role="list">
          {items.slice(0, shown).map((notification) => (
            <Row key={notification.id} {...notification} onOpen={onClose} />
          ))}
        </ul>
      ) : (
        <p role="status" className={styles.nothing}>
          {t(emptyText(items))}
        </p>
      )}
      {items && items.length > 0 && (
        <p className={styles.zone}>{t('common:list.zone', { zone: timeZone })}</p>
      )}
      <div className={styles.foot}>
        <Link href={paths.notifications()} className={styles.all} onClick={onClose}>
          {t('notifications:one.back')}
        </Link>
        {hasAll && unread.length > 0 && (
          <Button variant="quiet" size="small" onClick={readAll}>
            {t('notifications:readAll')}
          </Button>
        )}
      </div>
    </Popover>
  )
}

const emptyText = (items: NotificationSummary[] | null | undefined) =>
  items === undefined
    ? 'notifications:one.loading'
    : items
      ? 'notifications:empty'
      : 'cabinet:dashboard.failed'

/** The whole row opens it. */
function Row({ onOpen, ...summary }: NotificationSummary & { onOpen: () => void }) {
  const { id, text, createdAt, isRead } = summary
  const i18n = useI18n()
  const { t, dateHours } = i18n
  const openOver = useOpenOver(id)
  return (
    <li>
      <Link
        href={paths.notification(id)}
        className={isRead ? styles.row : styles.unread}
        onClick={(event) => {
          openOver(event)
          onOpen()
        }}
      >
        {!isRead && <VisuallyHidden>{t('notifications:unread')}: </VisuallyHidden>}
        <span className={styles.text} lang={langOf(i18n, summary)}>
          {text}
        </span>
        {createdAt !== null && (
          <Soft small>
            <time dateTime={createdAt}>{dateHours(createdAt)}</time>
          </Soft>
        )}
      </Link>
    </li>
  )
}

/** Undefined while they load, null if that fails. */
function useNewest(client: NotificationClient): NotificationSummary[] | null | undefined {
  const [items, setItems] = useState<NotificationSummary[] | null>()
  useEffect(() => {
    let isGone = false
    void client.newest().then((newest) => void (isGone || setItems(newest)))
    return () => void (isGone = true)
  }, [client])
  return items
}
