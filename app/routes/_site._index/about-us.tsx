import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { Link } from '~/ui/link/link'
import { Band } from './band'
import * as styles from './home.css'

/** Who we are and what for; the whole of it has a page of its own. */
export function AboutUs() {
  const { t } = useI18n()
  return (
    <Band id="about" title={t('site:about.title')} lead={t('site:about.lead')}>
      <div className={styles.reading}>
        <h3>{t('site:about.mission')}</h3>
        <p>{t('site:about.missionText')}</p>
        <p>
          <Link href={paths.about()}>{t('site:home.moreAbout')}</Link>
        </p>
      </div>
    </Band>
  )
}
