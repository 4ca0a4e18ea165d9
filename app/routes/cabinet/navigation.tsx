import { paths } from '~/paths'
import { type ReactNode } from 'react'
import { useLocation } from '@remix-run/react'
import { useI18n } from '~/locale/context'
import { Icon } from '~/ui/icon/icon'
import { Link } from '~/ui/link/link'
import * as styles from './navigation.css'

/** The places of the cabinet, as the navigation names them. */
export const places = {
  dashboard: { href: paths.cabinet(), icon: 'dashboard', text: 'common:navigation.dashboard' },
  topUp: { href: paths.topUps(), icon: 'topUp', text: 'common:navigation.topUp' },
  operations: { href: paths.operations(), icon: 'operations', text: 'common:navigation.operations' },
  deposits: { href: paths.deposits(), icon: 'deposits', text: 'common:navigation.deposits' },
  withdrawals: { href: paths.withdrawals(), icon: 'withdraw', text: 'common:navigation.withdrawals' },
  referrals: { href: paths.referrals(), icon: 'referrals', text: 'common:navigation.referrals' },
  exchange: { href: paths.exchange(), icon: 'exchange', text: 'common:navigation.exchange' },
  subscription: { href: paths.subscription(), icon: 'star', text: 'common:navigation.subscription' },
  settings: { href: paths.settings('profile'), icon: 'settings', text: 'common:navigation.settings' },
} as const

export type Place = (typeof places)[keyof typeof places]

/** `page` for the current page itself; `true` for a page below it, or another page of the settings. */
export function currentOf(pathname: string, { href }: Place): 'page' | 'true' | undefined {
  if (pathname === href) return 'page'
  if (href === paths.cabinet()) return undefined
  const area = href === places.settings.href ? href.slice(0, href.lastIndexOf('/')) : href
  return pathname.startsWith(`${area}/`) ? 'true' : undefined
}

const { dashboard, topUp, operations, deposits, withdrawals, referrals, exchange, subscription, settings } =
  places

/** On a desktop: the main places, then the rarer ones. */
export function Sidebar() {
  const { t } = useI18n()
  return (
    <nav className={styles.sidebar} aria-label={t('common:navigation.cabinet')}>
      <Places of={[dashboard, topUp, operations, deposits, withdrawals, referrals]} />
      <Places of={[exchange, subscription, settings]} />
    </nav>
  )
}

/**
 * On a phone: four pages and, under the fifth entry, all others. It opens without a script.
 * @param children shown below the pages under the fifth entry
 */
export function BottomBar({ children }: { children: ReactNode }) {
  const { t } = useI18n()
  const { key, pathname } = useLocation()
  const others = [operations, referrals, exchange, subscription, settings]
  const isElsewhere = others.some((place) => currentOf(pathname, place))
  return (
    <nav className={styles.docked} aria-label={t('common:navigation.cabinet')}>
      <div className={styles.bar}>
        <Places of={[dashboard, topUp, deposits, withdrawals]} className={styles.tabs} />
        {/* Another page, another fold: it closes when the reader has gone somewhere. */}
        <details key={key}>
          <summary className={styles.more} aria-current={isElsewhere || undefined}>
            <Icon name="more" />
            <span className={styles.word}>{t('common:navigation.more')}</span>
          </summary>
          <div className={styles.sheet}>
            <Places of={others} />
            {children}
          </div>
        </details>
      </div>
    </nav>
  )
}

function Places({ of, className = styles.list }: { of: readonly Place[]; className?: string }) {
  const { t } = useI18n()
  const { pathname } = useLocation()
  return (
    <ul role="list" className={className}>
      {of.map((place) => (
        <li key={place.href} className={styles.item}>
          <Link href={place.href} className={styles.place} aria-current={currentOf(pathname, place)}>
            <Icon name={place.icon} />
            <span className={styles.word}>{t(place.text)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
