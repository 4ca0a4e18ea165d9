import { type ReactNode } from 'react'
import { cx } from '../theme/cx'
import * as styles from './section.css'

interface SectionProps {
  /** Of the heading: links lead to it. */
  id: string
  title: ReactNode
  /** A link next to the heading: "All operations". */
  aside?: ReactNode
  /** On a card: the card sets it apart, so its heading is smaller and has no waterline. */
  onCard?: boolean
  /** On a phone it is folded, under a title that says the same. */
  isFoldedOnPhone?: boolean
  children: ReactNode
}

/** A part of a page under its heading, by which a screen reader finds it: a landmark would only say the same again. */
export function Section({ id, title, aside, onCard, isFoldedOnPhone, children }: SectionProps) {
  return (
    <section className={styles.section}>
      <div className={cx(styles.head, isFoldedOnPhone && styles.headFromTablet)}>
        <h2 className={onCard ? styles.cardTitle : cx(styles.title, styles.waterline)} id={id}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
