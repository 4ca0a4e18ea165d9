import { type SettingValue } from '~/contract/settings'
import { useI18n } from '~/locale/context'
import { type SitePages } from '~/site/site-pages.server'
import { placesOf } from '~/site/places'
import { paths } from '~/paths'
import { Link } from '~/ui/link/link'
import { Button } from '~/ui/button/button'
import { TextInput } from '~/ui/text-input/text-input'
import * as styles from './site.css'

interface FooterProps {
  /** Null if the upstream does not provide it. */
  company: SettingValue<'company'> | null
  contacts: SettingValue<'contacts'> | null
  pages: SitePages
  /** Whether the upstream takes addresses for the newsletter. */
  takesSubscribers: boolean
}

export function Footer({ company, contacts, pages, takesSubscribers }: FooterProps) {
  const { t } = useI18n()
  return (
    <footer className={styles.footer}>
      <div className={styles.footerColumns}>
        {company && <Company {...company} />}
        {contacts && <Support {...contacts} />}
        <div>
          <h2 className={styles.footerTitle}>{t('site:layout.sitemap')}</h2>
          <ul role="list" className={styles.footerPlaces}>
            {placesOf(pages).map(({ href, name }) => (
              <li key={href}>
                <Link href={href}>{t(`site:nav.${name}`)}</Link>
              </li>
            ))}
          </ul>
        </div>
        <div>
          <h2 className={styles.footerTitle}>{t('site:layout.legal')}</h2>
          <ul role="list" className={styles.footerList}>
            <li>
              <Link href={paths.risk()}>{t('site:risk.title')}</Link>
            </li>
            <li>
              <Link href={paths.privacy()}>{t('site:nav.privacy')}</Link>
            </li>
            <li>
              <Link href={paths.accessibility()}>{t('site:nav.accessibility')}</Link>
            </li>
          </ul>
        </div>
        {takesSubscribers && <Newsletter />}
      </div>
      <p className={styles.footerWarning}>{t('common:risk.warning')}</p>
    </footer>
  )
}

/** A wrong address is reported on the page that the form posts to. */
function Newsletter() {
  const { t } = useI18n()
  return (
    <form method="post" action={paths.subscribe()} noValidate className={styles.newsletter}>
      <h2 className={styles.footerTitle}>{t('site:layout.newsletter')}</h2>
      <p className={styles.newsletterText}>{t('site:layout.newsletterText')}</p>
      <TextInput
        id="newsletter-email"
        name="email"
        type="email"
        label={t('site:subscribe.email')}
        autoComplete="email"
        maxLength={254}
        required
      />
      <Button type="submit" size="small">
        {t('site:subscribe.submit')}
      </Button>
    </form>
  )
}

function Company({ name, country, code, registeredAt, licence }: SettingValue<'company'>) {
  const { t, day } = useI18n()
  return (
    <div>
      <h2 className={styles.footerTitle}>{t('site:layout.footer')}</h2>
      <ul role="list" className={styles.footerList}>
        <li>{country ? t('site:layout.registered', { name, country }) : name}</li>
        {code && <li>{t('site:layout.code', { code })}</li>}
        {registeredAt && <li>{t('site:layout.since', { date: day(registeredAt) })}</li>}
        {licence !== undefined && (
          <li>{licence ? t('site:layout.licence', { licence }) : t('site:layout.noLicence')}</li>
        )}
      </ul>
    </div>
  )
}

function Support({ email, messenger, hours }: SettingValue<'contacts'>) {
  const { t } = useI18n()
  return (
    <div>
      <h2 className={styles.footerTitle}>{t('site:layout.support')}</h2>
      <ul role="list" className={styles.footerList}>
        {email && (
          <li>
            <a href={`mailto:${email}`}>{email}</a>
          </li>
        )}
        {messenger && (
          <li>
            <a href={messenger.url} rel="noopener noreferrer">
              {messenger.name}
            </a>
          </li>
        )}
        {hours && <li>{t('site:layout.hours', { hours })}</li>}
      </ul>
    </div>
  )
}
