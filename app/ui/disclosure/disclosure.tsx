import { type ReactNode } from 'react'
import { Icon } from '../icon/icon'
import { cx } from '../theme/cx'
import * as styles from './disclosure.css'

interface DisclosureProps {
  title: ReactNode
  /** From the start. */
  isOpen?: boolean
  /** Folded on a phone alone: where there is room it is open, without its title. */
  isOfPhone?: boolean
  children: ReactNode
}

/** A title that opens to its text, without a script. */
export function Disclosure({ title, isOpen, isOfPhone, children }: DisclosureProps) {
  return (
    <details className={cx(styles.box, isOfPhone && styles.boxOfPhone)} open={isOpen}>
      <summary className={cx(styles.title, isOfPhone && styles.titleOfPhone)}>
        <span>{title}</span>
        <Icon name="chevronDown" className={styles.mark} />
      </summary>
      <div className={isOfPhone ? styles.contentOfPhone : styles.text}>{children}</div>
    </details>
  )
}
