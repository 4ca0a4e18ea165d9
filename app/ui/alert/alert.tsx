import { type ReactNode } from 'react'
import { Icon, type IconName } from '../icon/icon'
import * as styles from './alert.css'

export type Meaning = keyof typeof styles.meaning

export const meaningIcons: Record<Meaning, IconName> = {
  info: 'info',
  success: 'checkCircle',
  warning: 'warning',
  danger: 'crossCircle',
}

interface AlertProps {
  /** `info` by default. */
  meaning?: Meaning
  title?: ReactNode
  children?: ReactNode
  /** `status` for what just happened (a success then passes by itself), `alert` for an error, `note` for what always applies. */
  role?: 'status' | 'alert' | 'note'
}

/** An important message: at the size of body text, and not dismissible. */
export function Alert({ meaning = 'info', title, children, role }: AlertProps) {
  return (
    <div className={styles.meaning[meaning]} role={role}>
      <Icon name={meaningIcons[meaning]} className={styles.iconOf[meaning]} />
      <div className={styles.body}>
        {title && <p className={styles.title}>{title}</p>}
        {typeof children === 'string' ? <p>{children}</p> : children}
      </div>
    </div>
  )
}

/** A line across the top of every page: a landmark without a name, which its few words would only repeat. */
export function Banner({ children }: { children: ReactNode }) {
  return <aside className={styles.banner}>{children}</aside>
}
