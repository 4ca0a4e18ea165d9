import { type ReactNode } from 'react'
import { Icon } from '../icon/icon'
import * as styles from './disclosure.css'

interface DisclosureProps {
  title: ReactNode
  /** From the start. */
  isOpen?: boolean
  children: ReactNode
}

/** A question that opens to its answer, without a script. */
export function Disclosure({ title, isOpen, children }: DisclosureProps) {
  return (
    <details className={styles.box} open={isOpen}>
      <summary className={styles.title}>
        <span>{title}</span>
        <Icon name="chevronDown" className={styles.mark} />
      </summary>
      <div className={styles.text}>{children}</div>
    </details>
  )
}
