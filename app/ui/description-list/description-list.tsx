import { type ReactNode } from 'react'
import { cx } from '../theme/cx'
import * as styles from './description-list.css'

export interface Fact {
  term: string
  value: ReactNode
  /** A line in small type below the value. */
  note?: ReactNode
  /** What the page is about: the sum at the end, what arrives. */
  strong?: boolean
}

interface DescriptionListProps {
  facts: readonly (Fact | false | null | undefined)[]
  /** The values are figures to be compared. */
  figures?: boolean
}

/** Names and values: one thing in full, or what a review page says before it is confirmed. */
export function DescriptionList({ facts, figures }: DescriptionListProps) {
  return (
    <dl className={styles.list}>
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact.term} className={styles.row}>
              <dt className={styles.term}>{fact.term}</dt>
              <dd className={cx(styles.value, figures && styles.figures, fact.strong && styles.strong)}>
                {fact.value}
                {fact.note && <div className={styles.note}>{fact.note}</div>}
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}
