import { type ReactNode } from 'react'
import { cx } from '~/ui/theme/cx'
import { waterline } from '~/ui/section/section.css'
import * as styles from './home.css'

interface BandProps {
  id: string
  title: string
  lead?: ReactNode
  /** How deep it lies; at the surface unless told. */
  depth?: keyof typeof styles.band
  children: ReactNode
}

/** A section of the home page, from one side of the window to the other. */
export function Band({ id, title, lead, depth, children }: BandProps) {
  return (
    <section className={cx(styles.section, depth && styles.band[depth])} aria-labelledby={id}>
      <header className={styles.sectionHead}>
        <h2 id={id} className={waterline}>
          {title}
        </h2>
        {lead && <p>{lead}</p>}
      </header>
      {children}
    </section>
  )
}
