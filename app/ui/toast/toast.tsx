import { type ReactNode } from 'react'
import { Icon } from '../icon/icon'
import { type Meaning, meaningIcons } from '../alert/alert'
import { iconOf } from '../alert/alert.css'
import * as styles from './toast.css'

interface ToastProps {
  meaning?: Meaning
  /** Small buttons or links. */
  actions?: ReactNode
  children: ReactNode
}

/** What a toast is made of; who shows it, and for how long, is its owner's. Never the only place of a message. */
export function Toast({ meaning = 'success', actions, children }: ToastProps) {
  return (
    <div className={styles.toast}>
      <Icon name={meaningIcons[meaning]} className={iconOf[meaning]} />
      <div className={styles.body}>
        <div>{children}</div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  )
}
