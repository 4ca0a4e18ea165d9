import { type MouseEvent, useState } from 'react'
import { opensElsewhere } from '~/framework/use-part'
import { useI18n } from '~/locale/context'
import { Icon } from '~/ui/icon/icon'
import { paths } from '~/paths'
import { Stack } from '~/ui/layout/layout'
import { type NotificationDetail, langOf } from './summary'
import * as styles from './notification-body.css'

/** A notification's content: plain text, or HTML that the server has sanitised, with a picture that opens in full. */
export function NotificationBody({
  id,
  text,
  html,
  picture,
  pictureAlt,
  language,
}: Pick<NotificationDetail, 'id' | 'text' | 'html' | 'picture' | 'pictureAlt' | 'language'>) {
  const lang = langOf(useI18n(), { language })
  return (
    <Stack gap={5} width="reading">
      {picture && (
        <Picture address={picture} alt={pictureAlt} lang={lang} page={paths.notificationView(id)} />
      )}
      {html === null ? (
        <p className={styles.text} lang={lang}>
          {text}
        </p>
      ) : (
        <div className={styles.html} lang={lang} dangerouslySetInnerHTML={{ __html: html }} />
      )}
    </Stack>
  )
}

interface PictureProps {
  address: string
  /** What it shows, as its sender wrote it in this language. */
  alt: string | null
  lang: string | undefined
  /** The page that has it alone. */
  page: string
}

/**
 * The picture, and a link to the page that has it alone. Where scripts run the link shows it in its own size on this
 * page, and back again; opened in a new tab it still leads to that page.
 */
function Picture({ address, alt, lang, page }: PictureProps) {
  const { t } = useI18n()
  const [isWhole, setWhole] = useState(false)
  const image = alt === null ? { alt: t('notifications:one.pictureAlt') } : { alt, lang }
  const zoom = (event: MouseEvent) => {
    if (opensElsewhere(event)) return
    event.preventDefault()
    setWhole(!isWhole)
  }
  return (
    <div className={styles.pictured}>
      {isWhole && (
        <div className={styles.scrolled} role="group" aria-label={image.alt} tabIndex={0}>
          <img src={address} {...image} className={styles.whole} />
        </div>
      )}
      <a href={page} onClick={zoom} className={styles.picture[isWhole ? 'out' : 'in']}>
        {!isWhole && <img src={address} {...image} className={styles.image} />}
        <span className={styles.zoom}>
          <Icon name="eye" size={16} />
          {t(isWhole ? 'notifications:one.pictureFit' : 'notifications:one.pictureFull')}
        </span>
      </a>
    </div>
  )
}
