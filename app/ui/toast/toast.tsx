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

/** The look of a toast; its owner shows and hides it. Never the only place of a message. */
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

/** Rendered from the start, so that screen readers announce what appears in it: only that, and not the rest again. */
export function ToastRegion({ children }: { children?: ReactNode }) {
  return (
    <div className={styles.region} role="status" aria-atomic="false">
      {children}
    </div>
  )
}
