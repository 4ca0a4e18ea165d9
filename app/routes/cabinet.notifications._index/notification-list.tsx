import { Fragment } from 'react'
import { PlainForm } from '~/forms/plain-form'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { useOpenOver } from '~/notifications/client/context'
import { isReadByShowing, langOf, type NotificationSummary } from '~/notifications/client/summary'
import { typeIcons } from '~/notifications/client/type-tag'
import { type NotificationPart } from '~/notifications/server/by-day.server'
import { paths } from '~/paths'
import { Icon } from '~/ui/icon/icon'
import { VisuallyHidden } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import * as styles from './notification-list.css'

interface NotificationListProps {
  parts: readonly NotificationPart[]
  /** Whether what has been read is still listed, so that it can be shown. */
  keepsRead: boolean
}

/** The days under which they came, in each part anew. */
export function NotificationList({ parts, keepsRead }: NotificationListProps) {
  const { t } = useI18n()
  return (
    <div role="group" aria-label={t('notifications:list')}>
      {parts.map(({ name, days }) => {
        const Heading = name ? 'h3' : 'h2'
        return (
          <Fragment key={name ?? 'all'}>
            {name && <h2 className={styles.part}>{name}</h2>}
            {days.map((day) => (
              <Fragment key={day.items[0]?.id}>
                <Heading className={styles.day}>{day.title}</Heading>
                <ul role="list">
                  {day.items.map((notification) => (
                    <li key={notification.id} className={notification.isRead ? styles.row : styles.unread}>
                      <Row notification={notification} keepsRead={keepsRead} />
                    </li>
                  ))}
                </ul>
              </Fragment>
            ))}
          </Fragment>
        )
      })}
    </div>
  )
}

interface RowProps extends Pick<NotificationListProps, 'keepsRead'> {
  notification: NotificationSummary
}

function Row({ notification, keepsRead }: RowProps) {
  const { t, date, hours } = useI18n()
  const { id, type, createdAt, isRead } = notification
  return (
    <>
      <span className={styles.icon}>
        <Icon name={typeIcons[type]} />
      </span>
      <p className={styles.about}>
        {t(`notifications:types.${type}`)}
        {createdAt !== null && (
          <>
            {' · '}
            <time dateTime={createdAt}>
              <VisuallyHidden>{date(createdAt)} </VisuallyHidden>
              {hours(createdAt)}
            </time>
          </>
        )}
        {!isRead && (
          <>
            {' '}
            <VisuallyHidden>{t('notifications:unread')}</VisuallyHidden>
          </>
        )}
      </p>
      <div className={styles.words}>
        <Open notification={notification} keepsRead={keepsRead} />
      </div>
      {!isRead && !isReadByShowing(notification) && (
        <div className={styles.act}>
          <PlainForm action={paths.notification(id)}>
            <SubmitButton variant="quiet" size="small" icon="check" aria-describedby={textId(id)}>
              {t('notifications:markRead')}
            </SubmitButton>
          </PlainForm>
        </div>
      )}
    </>
  )
}

/**
 * The text of a notification, which opens it; the whole row can be pressed. Opening marks it as read, so that is done by a
 * form and not by a link. If the list leaves out read notifications, it is marked as read on closing: it could not be
 * shown otherwise.
 */
function Open({ notification, keepsRead }: RowProps) {
  const { id, text, isRead } = notification
  const lang = langOf(useI18n(), notification)
  const onClick = useOpenOver(id)
  const words = { id: textId(id), lang, onClick, className: styles.open }
  if (isRead || !keepsRead || !isReadByShowing(notification))
    return (
      <Link {...words} href={paths.notification(id)}>
        {text}
      </Link>
    )
  return (
    <PlainForm action={paths.notification(id)} values={{ intent: 'open' }}>
      <button {...words} type="submit">
        {text}
      </button>
    </PlainForm>
  )
}

/** An upstream's id may contain spaces, which an element's id must not. */
const textId = (id: string) => `notification-${encodeURIComponent(id)}`
