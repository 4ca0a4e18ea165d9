import { type ReactNode } from 'react'
import { Icon, type IconName } from '../icon/icon'
import * as styles from './empty-state.css'

interface EmptyStateProps {
  title: ReactNode
  icon?: IconName
  /** Why there is nothing, and what would change that. */
  children?: ReactNode
  action?: ReactNode
}

export function EmptyState({ title, icon = 'wave', children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <Icon name={icon} size={24} className={styles.icon} />
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.text}>{children}</div>}
      {action}
    </div>
  )
}
