import { useLocation } from '@remix-run/react'
import { type TextKey } from '~/locale/keys'
import { useI18n } from '~/locale/context'
import { type SitePages } from '~/site/site-pages.server'
import { paths } from '~/paths'
import { Link } from '~/ui/link/link'
import * as styles from './site.css'

interface Place {
  href: string
  label: TextKey
  /** The page exists only if the company has content for it. */
  page?: keyof SitePages
}

/** Where most visitors want to go. */
const main: readonly Place[] = [
  { href: paths.investors(), label: 'site:nav.investors' },
  { href: paths.about(), label: 'site:nav.about' },
  { href: paths.faq(), label: 'site:nav.faq' },
  { href: paths.news(), label: 'site:nav.news' },
  { href: paths.contacts(), label: 'site:nav.contacts', page: 'contacts' },
]

const everywhere: readonly Place[] = [
  ...main,
  { href: paths.team(), label: 'site:nav.team', page: 'team' },
  { href: paths.vacancies(), label: 'site:nav.vacancies', page: 'vacancies' },
]

const isThere = (pages: SitePages) => (place: Place) => !place.page || pages[place.page]

/** Every page of the site, for the footer. */
export const allPlaces = (pages: SitePages) => everywhere.filter(isThere(pages))

/** Next to the name on a desktop; a separate row on a phone, so that no menu has to be opened. */
export function SiteNavigation({ pages }: { pages: SitePages }) {
  const { t } = useI18n()
  const { pathname } = useLocation()
  const isHere = (href: string) => pathname === href || pathname.startsWith(`${href}/`)
  return (
    <nav className={styles.navigation} aria-label={t('site:layout.nav')}>
      <ul role="list" className={styles.places}>
        {main.filter(isThere(pages)).map(({ href, label }) => (
          <li key={href}>
            <Link href={href} className={styles.place} aria-current={isHere(href) ? 'page' : undefined}>
              {t(label)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
