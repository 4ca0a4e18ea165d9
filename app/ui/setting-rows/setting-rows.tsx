import { type ReactNode } from 'react'
import { Icon, type IconName } from '../icon/icon'
import * as styles from './setting-rows.css'

/** Settings that have pages of their own, one below the other on one surface. */
export function SettingRows({ children }: { children: ReactNode }) {
  return <div className={styles.rows}>{children}</div>
}

interface SettingRowProps {
  /** Names the setting for those who jump from one to the next. */
  id: string
  title: ReactNode
  /** The link that leads to where it is changed; beside the state where there is room. */
  action: ReactNode
  /** How it is set now. */
  children: ReactNode
}

/** A setting: what it is, how it is set, and where it is changed. */
export function SettingRow({ id, title, action, children }: SettingRowProps) {
  return (
    <section className={styles.row} aria-labelledby={id}>
      <div>
        <h2 className={styles.title} id={id}>
          {title}
        </h2>
        <div className={styles.state}>{children}</div>
      </div>
      <div>{action}</div>
    </section>
  )
}

interface SettingDisclosureProps {
  icon: IconName
  title: ReactNode
  /** What opening it is for. */
  action: ReactNode
  /** How it is set now. */
  state: ReactNode
  isOpen: boolean
  /** Where it is changed. */
  children: ReactNode
}

/** A setting that is changed in its own row: the row opens to its field, without a script. */
export function SettingDisclosure({ icon, title, action, state, isOpen, children }: SettingDisclosureProps) {
  return (
    <details className={styles.disclosure} open={isOpen}>
      <summary className={styles.summary}>
        <span className={styles.disc}>
          <Icon name={icon} />
        </span>
        <span className={styles.name}>
          <span className={styles.title}>{title}</span> <span className={styles.now}>{state}</span>
        </span>{' '}
        <span className={styles.action}>{action}</span>
      </summary>
      <div className={styles.field}>{children}</div>
    </details>
  )
}
