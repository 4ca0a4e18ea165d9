import { useLocation } from '@remix-run/react'
import { useI18n } from '~/i18n/context'
import { paths } from '~/paths'
import { Icon } from '~/ui/icon/icon'
import { Link } from '~/ui/link/link'
import * as styles from './navigation.css'

const places = [
  { href: paths.cabinet(), icon: 'dashboard', text: 'common:navigation.dashboard' },
  { href: paths.topUps(), icon: 'topUp', text: 'common:navigation.topUp' },
  { href: paths.deposits(), icon: 'deposits', text: 'common:navigation.deposits' },
  { href: paths.withdrawals(), icon: 'withdraw', text: 'common:navigation.withdrawals' },
  { href: paths.operations(), icon: 'operations', text: 'common:navigation.operations' },
] as const

/** A sidebar on a desk, a bar of five at the foot of a phone. */
export function Navigation() {
  const { t } = useI18n()
  const { pathname } = useLocation()
  return (
    <nav className={styles.nav} aria-label={t('common:navigation.cabinet')}>
      <ul role="list" className={styles.list}>
        {places.map(({ href, icon, text }) => (
          <li key={href} className={styles.item}>
            <Link href={href} className={styles.place} aria-current={placeOf(pathname, href)}>
              <Icon name={icon} />
              <span className={styles.word}>{t(text)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** `page` for the place itself, `true` for what lies below it. */
function placeOf(pathname: string, href: string): 'page' | 'true' | undefined {
  if (pathname === href) return 'page'
  return href !== paths.cabinet() && pathname.startsWith(`${href}/`) ? 'true' : undefined
}
