import { Fragment } from 'react'
import { Link } from '../link/link'
import * as styles from './tabs.css'

interface TabsProps {
  /** The name of this navigation. */
  label: string
  items: readonly { href: string; label: string; current: boolean }[]
}

/** Views of one thing, each with its own address: links, not script. */
export function Tabs({ label, items }: TabsProps) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {items.map((item) => (
        <Fragment key={item.href}>
          <Link href={item.href} className={styles.tab} aria-current={item.current ? 'page' : undefined}>
            {item.label}
          </Link>{' '}
        </Fragment>
      ))}
    </nav>
  )
}
