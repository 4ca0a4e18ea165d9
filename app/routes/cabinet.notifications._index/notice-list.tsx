import { HiddenFields } from '~/forms/fields'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { useOpenOver } from '~/notifications/client/context'
import { isReadByShowing, type NotificationSummary } from '~/notifications/client/summary'
import { TypeTag } from '~/notifications/client/type-tag'
import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button/button'
import { Cluster, Soft } from '~/ui/layout/layout'
import { Tag } from '~/ui/tag/tag'
import * as styles from './notice-list.css'

export function NoticeList({ notices }: { notices: NotificationSummary[] }) {
  const { t } = useI18n()
  return (
    <ul role="list" className={styles.list} aria-label={t('notifications:list')}>
      {notices.map((notice) => (
        <li key={notice.id} className={notice.isRead ? styles.read : styles.unread}>
          <Row {...notice} />
        </li>
      ))}
    </ul>
  )
}

function Row(notice: NotificationSummary) {
  const { t, dateTime } = useI18n()
  const { id, type, text, createdAt, isRead } = notice
  return (
    <>
      <Cluster gap={2}>
        <TypeTag type={type} />
        {!isRead && (
          <Tag icon="bell" meaning="info">
            {t('notifications:unread')}
          </Tag>
        )}
        <Soft small>
          <time dateTime={createdAt}>{dateTime(createdAt)}</time>
        </Soft>
      </Cluster>
      <p id={textId(id)} className={styles.text}>
        {text}
      </p>
      <Cluster gap={2}>
        <Open {...notice} />
        {!isRead && !isReadByShowing(notice) && (
          <PostForm id={`read-${id}`} action={paths.notification(id)} width="full">
            <SubmitButton variant="quiet" size="small" icon="check" aria-describedby={textId(id)}>
              {t('notifications:markRead')}
            </SubmitButton>
          </PostForm>
        )}
      </Cluster>
    </>
  )
}

/** What is read by being shown is opened by a form, which reports it; a link changes nothing. */
function Open(notice: NotificationSummary) {
  const { t } = useI18n()
  const { id, isRead } = notice
  const onClick = useOpenOver(id)
  const look = { onClick, size: 'small', 'aria-describedby': textId(id) } as const
  if (isRead || !isReadByShowing(notice)) {
    return (
      <ButtonLink {...look} href={paths.notification(id)}>
        {t('notifications:open')}
      </ButtonLink>
    )
  }
  return (
    <PostForm id={`open-${id}`} action={paths.notification(id)} width="full">
      <HiddenFields values={{ intent: 'open' }} />
      <SubmitButton {...look} variant="secondary">
        {t('notifications:open')}
      </SubmitButton>
    </PostForm>
  )
}

const textId = (id: string) => `notice-${id}`
