import { useI18n } from '~/locale/context'
import { Icon } from '~/ui/icon/icon'
import { paths } from '~/paths'
import { Stack } from '~/ui/layout/layout'
import { type NotificationDetail } from './summary'
import * as styles from './notification-body.css'

/** A notification's content: plain text, or HTML that the server has sanitised, with a picture that opens in full. */
export function NotificationBody({
  id,
  text,
  html,
  picture,
}: Pick<NotificationDetail, 'id' | 'text' | 'html' | 'picture'>) {
  return (
    <Stack gap={5} width="reading">
      {picture && <Picture address={picture} page={paths.notificationView(id)} />}
      {html === null ? (
        <p className={styles.text}>{text}</p>
      ) : (
        <div className={styles.html} dangerouslySetInnerHTML={{ __html: html }} />
      )}
    </Stack>
  )
}

/** A link rather than a script, to a page that has the picture alone. */
function Picture({ address, page }: { address: string; page: string }) {
  const { t } = useI18n()
  return (
    <a href={page} className={styles.picture}>
      <img src={address} alt={t('notifications:one.pictureAlt')} className={styles.image} />
      <span className={styles.zoom}>
        <Icon name="eye" size={16} />
        {t('notifications:one.pictureFull')}
      </span>
    </a>
  )
}
