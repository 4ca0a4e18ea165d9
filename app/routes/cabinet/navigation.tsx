import { type ReactNode } from 'react'
import { useLocation } from '@remix-run/react'
import { useI18n } from '~/locale/context'
import { Icon } from '~/ui/icon/icon'
import { Link } from '~/ui/link/link'
import * as styles from './navigation.css'
import { type Place, currentOf, places } from './places'

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
 * On a phone: four places and, behind the fifth, all others. It opens without a script.
 * @param children what stands below the places behind the fifth
 */
export function BottomBar({ children }: { children: ReactNode }) {
  const { t } = useI18n()
  const { key, pathname } = useLocation()
  const others = [operations, referrals, exchange, subscription, settings]
  const isElsewhere = others.some((place) => currentOf(pathname, place))
  return (
    <nav className={styles.bar} aria-label={t('common:navigation.cabinet')}>
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
