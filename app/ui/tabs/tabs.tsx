import { Fragment, useEffect, useRef } from 'react'
import { Link } from '../link/link'
import * as styles from './tabs.css'

interface TabsProps {
  /** The name of this navigation. */
  label: string
  items: readonly { href: string; label: string; current: boolean }[]
}

/** Views of one thing, each with its own address: links, not script. */
export function Tabs({ label, items }: TabsProps) {
  const current = items.find((item) => item.current)?.href
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    if (current !== undefined && nav.current) drawCurrentIntoView(nav.current)
  }, [current])
  return (
    <nav ref={nav} className={styles.tabs} aria-label={label}>
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

/** Where the tabs are wider than the screen, the current one may stand beyond its edge. */
function drawCurrentIntoView(nav: HTMLElement): void {
  const tab = nav.querySelector<HTMLElement>('[aria-current]')
  if (tab) nav.scrollLeft = tab.offsetLeft - nav.offsetLeft - (nav.clientWidth - tab.offsetWidth) / 2
}
