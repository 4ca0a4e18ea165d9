import { type ReactNode } from 'react'
import { Icon } from '../icon/icon'
import { Link } from '../link/link'
import * as styles from './page-header.css'

interface PageHeaderProps {
  title: ReactNode
  /** One sentence: what this page is for. */
  lead?: ReactNode
  /** A state, next to the title. */
  tag?: ReactNode
  /** The one main action of the page. */
  action?: ReactNode
  back?: { href: string; label: string }
}

/** The `h1` of a page. It can take focus, so that a navigation by script ends where a page load would. */
export function PageHeader({ title, lead, tag, action, back }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      {back && (
        <Link className={styles.back} href={back.href}>
          <Icon name="arrowLeft" size={16} />
          {back.label}
        </Link>
      )}
      <div className={styles.line}>
        <div className={styles.title}>
          <h1 tabIndex={-1}>{title}</h1>
          {tag}
        </div>
        {action}
      </div>
      {lead && <p className={styles.lead}>{lead}</p>}
    </header>
  )
}
