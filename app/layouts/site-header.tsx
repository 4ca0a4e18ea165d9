import { useLocation } from '@remix-run/react'
import { useI18n } from '~/locale/context'
import { mainPlaces } from '~/site/places'
import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button/button'
import { Link } from '~/ui/link/link'
import { Logo } from '~/ui/logo/logo'
import { LanguageSwitch } from './language-switch'
import * as styles from './site-header.css'

/**
 * The top of the site's, the sign-in's and the error pages, at the same place on each. It is the same for every visitor: who has
 * signed in gets from "Sign in" to the cabinet.
 */
export function SiteHeader() {
  const { t } = useI18n()
  return (
    <header className={styles.bar}>
      <Logo href={paths.home()} />
      <Navigation />
      <div className={styles.language}>
        <LanguageSwitch />
      </div>
      <div className={styles.account}>
        <ButtonLink href={paths.shell()} variant="quiet" size="small">
          {t('site:layout.signIn')}
        </ButtonLink>
        <ButtonLink href={paths.register()} size="small">
          {t('site:layout.openAccount')}
        </ButtonLink>
      </div>
    </header>
  )
}

/** On a phone in rows of its own, so that no menu has to be opened. */
function Navigation() {
  const { t } = useI18n()
  const { pathname } = useLocation()
  const isHere = (href: string) => pathname === href || pathname.startsWith(`${href}/`)
  return (
    <nav className={styles.navigation} aria-label={t('site:layout.nav')}>
      <ul role="list" className={styles.places}>
        {mainPlaces.map(({ href, name }) => (
          <li key={href}>
            <Link href={href} className={styles.place} aria-current={isHere(href) ? 'page' : undefined}>
              {t(`site:nav.${name}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
