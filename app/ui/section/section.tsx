import { type ReactNode } from 'react'
import { cx } from '../theme/cx'
import * as styles from './section.css'

interface SectionProps {
  /** Names the section for those who jump from one to the next. */
  id: string
  title: ReactNode
  /** A link next to the heading: "All operations". */
  aside?: ReactNode
  /** On a card: the card sets it apart, so its heading is smaller and has no waterline. */
  onCard?: boolean
  children: ReactNode
}

export function Section({ id, title, aside, onCard, children }: SectionProps) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 className={onCard ? styles.cardTitle : cx(styles.title, styles.waterline)} id={id}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
