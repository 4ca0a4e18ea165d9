import { ButtonLink } from '../button/button'
import * as styles from './pagination.css'

interface PageLink {
  href: string
  label: string
}

interface PaginationProps {
  /** The name of this navigation. */
  label: string
  /** Where the reader is: "21–40 of 64". */
  place: string
  /** Left out at the first and the last page. */
  previous?: PageLink | null
  next?: PageLink | null
}

export function Pagination({ label, place, previous, next }: PaginationProps) {
  return (
    <nav className={styles.nav} aria-label={label}>
      <p className={styles.place}>{place}</p>
      <div className={styles.steps}>
        {previous && (
          <ButtonLink href={previous.href} rel="prev" size="small" icon="arrowLeft">
            {previous.label}
          </ButtonLink>
        )}
        {next && (
          <ButtonLink href={next.href} rel="next" size="small" icon="arrowRight">
            {next.label}
          </ButtonLink>
        )}
      </div>
    </nav>
  )
}
