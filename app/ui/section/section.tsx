import { type ReactNode } from 'react'
import { cx } from '../theme/cx'
import * as styles from './section.css'

interface SectionProps {
  /** Names the section for those who jump from one to the next. */
  id: string
  title: ReactNode
  /** A link next to the heading: "All operations". */
  aside?: ReactNode
  children: ReactNode
}

export function Section({ id, title, aside, children }: SectionProps) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 className={cx(styles.title, styles.waterline)} id={id}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
