import { type ReactNode } from 'react'
import { Icon } from '../icon/icon'
import * as styles from './disclosure.css'

/** A question that opens to its answer, without a script. */
export function Disclosure({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <details className={styles.box}>
      <summary className={styles.title}>
        <span>{title}</span>
        <Icon name="chevronDown" className={styles.mark} />
      </summary>
      <div className={styles.text}>{children}</div>
    </details>
  )
}
